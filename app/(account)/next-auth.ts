import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/app/auth/options";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import type { Credentials } from "@/lib/users/input";

const WRONG_CREDENTIALS = "Incorrect e-mail or password. Try again.";

/** Signs a user in. An unknown address and a wrong password get the same Refusal. */
export const signInWith = ({ email, password }: Credentials) => signIn("credentials", { email, password });

/** Signs in the user whose link has this token. The token works once. */
export const signInByLink = (token: string) => signIn("link", { token });

async function signIn(provider: string, fields: Record<string, string>): Promise<void> {
  const response = await post(`callback/${provider}`, { ...fields, json: "true" });
  if (response.ok) return;
  const { url } = await response.json();
  const message = new URL(url, env.APP_URL).searchParams.get("error") ?? "";
  throw new Refusal("resource_invalid", message === "CredentialsSignin" ? WRONG_CREDENTIALS : message);
}

/** The URL at which a provider starts signing a user in. Afterwards the browser goes to `path`. */
export async function providerUrl(provider: string, path: string): Promise<string> {
  const response = await post(`signin/${provider}`, {
    callbackUrl: `${env.APP_URL}${path}`,
    json: "true",
  });
  const { url } = await response.json();
  return url;
}

/** Ends the session of this browser only. */
export async function signOutHere(): Promise<void> {
  await post("signout", { json: "true" });
}

// next-auth’s own forms need its script. Called from a server action, it also works before scripts have loaded.
async function post(action: string, fields: Record<string, string>): Promise<Response> {
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
  const cookieStore = await cookies();
  for (const cookie of new NextResponse(null, response).cookies.getAll()) cookieStore.set(cookie);
  return response;
}
