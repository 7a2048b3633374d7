import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/auth/options";
import { currentUser } from "@/app/auth/session";

type Context = { params: Promise<{ nextauth: string[] }> };

const handler = NextAuth(authOptions);

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const [action] = (await context.params).nextauth;
  // next-auth knows only the cookie: it would describe and renew a session that has ended.
  if (action === "session" && !(await currentUser())) return Response.json({});
  return handler(request, context);
}

export { handler as POST };
