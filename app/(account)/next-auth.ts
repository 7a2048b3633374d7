import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth/options";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import type { Credentials } from "@/lib/users/input";

const WRONG = "That e-mail address and password do not belong together. Try again.";

/** Signs somebody in through next-auth, or refuses: a wrong address and a wrong password alike. */
export const signInWith = ({ email, password }: Credentials) => signIn("credentials", { email, password });

/** Signs in whoever this link was mailed to, which uses it up. */
export const signInByLink = (token: string) => signIn("link", { token });

async function signIn(provider: string, fields: Record<string, string>): Promise<void> {
  const response = await ask(`callback/${provider}`, { ...fields, json: "true" });
  if (response.ok) return;
  const { url } = await response.json();
  const said = new URL(url, env.APP_URL).searchParams.get("error") ?? "";
  throw new Refusal("resource_invalid", said === "CredentialsSignin" ? WRONG : said);
}

/** Where to send a browser that wants to sign in with a provider. */
export async function providerUrl(provider: string, safeRedirect: string): Promise<string> {
  const response = await ask(`signin/${provider}`, {
    callbackUrl: `${env.APP_URL}${safeRedirect}`,
    json: "true",
  });
  const { url } = await response.json();
  return url;
}

export async function signOutHere(): Promise<void> {
  await ask("signout", { json: "true" });
}

// next-auth has its own forms in mind, which need its script: asked from a server action, it works before any script
// has arrived.
async function ask(action: string, fields: Record<string, string>): Promise<Response> {
  const { csrfToken } = await (await request("csrf")).json();
  return request(action, new URLSearchParams({ ...fields, csrfToken }));
}

async function request(action: string, body?: URLSearchParams): Promise<Response> {
  const url = new URL(`/api/auth/${action}`, env.APP_URL);
  const response: Response = await NextAuth(
    new NextRequest(url, { method: body ? "POST" : "GET", body }),
    { params: Promise.resolve({ nextauth: action.split("/") }) },
    authOptions,
  );
  const jar = await cookies();
  for (const cookie of new NextResponse(null, response).cookies.getAll()) jar.set(cookie);
  return response;
}
