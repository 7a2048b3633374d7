import type { NextRequest } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/sign-in/options";
import { providers } from "@/app/sign-in/providers";
import { currentUser } from "@/app/sign-in/session";

type Context = { params: Promise<{ nextauth: string[] }> };

const handler = NextAuth(authOptions);

export async function GET(request: NextRequest, context: Context): Promise<Response> {
  const [action, provider] = (await context.params).nextauth;
  // The other providers are forms: next-auth would respond with 500.
  if (action === "callback" && !providers.some(({ id }) => id === provider))
    return Response.json({ error: "method not allowed" }, { status: 405, headers: { Allow: "POST" } });
  // next-auth knows only the cookie: it would describe and renew a session that has ended.
  if (action === "session" && !(await currentUser())) return Response.json({});
  return handler(request, context);
}

/** Refuses what makes next-auth throw (malformed JSON), and its path `_log`, which only its own pages use and which logs any text. */
export async function POST(request: NextRequest, context: Context): Promise<Response> {
  const [action] = (await context.params).nextauth;
  const isReadable = action !== "_log" && (await isForm(request.clone()));
  return isReadable ? handler(request, context) : Response.json({ error: "bad request" }, { status: 400 });
}

async function isForm(request: Request): Promise<boolean> {
  if (!request.headers.get("content-type")?.includes("application/json")) return true;
  const body: unknown = await request.json().catch(() => null);
  return (
    typeof body === "object" &&
    body !== null &&
    Object.values(body).every((value) => typeof value !== "object")
  );
}
