import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import NextAuth from "next-auth";
import { env } from "@/lib/platform/env";
import { authOptions } from "./options";

/**
 * The URL at which a provider starts signing a user in. Afterwards the browser goes to `path`. `asked`: what is asked of it besides.
 * next-auth's own forms need its script; called from a server action, it also works before scripts have loaded.
 */
export async function providerUrl(
  provider: string,
  path: string,
  asked: Record<string, string> = {},
): Promise<string> {
  const { csrfToken } = await (await request("csrf")).json();
  const body = new URLSearchParams({ callbackUrl: `${env.APP_URL}${path}`, json: "true", csrfToken });
  const { url } = await (await request(`signin/${provider}?${new URLSearchParams(asked)}`, body)).json();
  return url;
}

async function request(action: string, body?: URLSearchParams): Promise<Response> {
  const url = new URL(`/api/auth/${action}`, env.APP_URL);
  const response: Response = await NextAuth(
    new NextRequest(url, { method: body ? "POST" : "GET", body }),
    { params: Promise.resolve({ nextauth: url.pathname.split("/").slice(3) }) },
    authOptions,
  );
  const jar = await cookies();
  for (const cookie of new NextResponse(null, response).cookies.getAll())
    jar.set({ ...cookie, value: cookieValue(cookie.name, response) });
  return response;
}

/** The value of a cookie that a response sets. Next.js decodes it twice, which breaks an address with another one in its query. */
function cookieValue(name: string, { headers }: Response): string {
  const line = headers.getSetCookie().find((each) => each.startsWith(`${name}=`)) ?? "";
  return decodeURIComponent(line.slice(name.length + 1).split(";", 1)[0] ?? "");
}
