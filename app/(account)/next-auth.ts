import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import NextAuth from "next-auth";
import { authOptions, COMPLETE_SIGN_IN } from "@/app/auth/options";
import { keepPendingSignIn, SECOND_STEP, secondStepPath } from "@/app/auth/pending-sign-in";
import { env } from "@/lib/platform/env";
import { Refusal } from "@/lib/platform/refusal";
import { startSignInAgain } from "@/lib/second-factors/pending-sign-in";
import type { Credentials } from "@/lib/users/input";

const WRONG_CREDENTIALS = "Incorrect e-mail or password. Try again.";

/**
 * Signs a user in. An unknown address and a wrong password get the same Refusal. Returns the page to show next: `path`, or first the
 * one that asks for the second factor.
 */
export const signInWith = ({ email, password }: Credentials, path: string): Promise<string> =>
  signIn("credentials", { email, password }, path);

/** The same for the user whose link has this token. The token works once. */
export const signInByLink = (token: string): Promise<string> => signIn("link", { token }, "/");

/** Makes a session of the sign-in that this browser has completed. Returns `path`. */
export const completeSignIn = (path: string): Promise<string> => signIn(COMPLETE_SIGN_IN, {}, path);

/** Signs in the person whom the proxy in front of Tattle names. Returns `path`. */
export const signInByProxy = (path: string): Promise<string> => signIn("proxy", {}, path);

/** Starts a session for the person whose sessions, with that of this browser, were just ended because of a change that they made. */
export async function signInAgain(userId: string): Promise<void> {
  await keepPendingSignIn(await startSignInAgain(userId, new Date()));
  await completeSignIn("/");
}

async function signIn(provider: string, fields: Record<string, string>, path: string): Promise<string> {
  const response = await post(`callback/${provider}`, { ...fields, json: "true" });
  const { url } = await response.json();
  const { pathname, searchParams } = new URL(url, env.APP_URL);
  if (response.ok) return pathname === SECOND_STEP ? secondStepPath(path) : path;
  const message = searchParams.get("error") ?? "";
  throw new Refusal("resource_invalid", message === "CredentialsSignin" ? WRONG_CREDENTIALS : message);
}

/** The URL at which a provider starts signing a user in. Afterwards the browser goes to `path`. `asked`: what is asked of it besides. */
export async function providerUrl(
  provider: string,
  path: string,
  asked: Record<string, string> = {},
): Promise<string> {
  const response = await post(`signin/${provider}?${new URLSearchParams(asked)}`, {
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
    { params: Promise.resolve({ nextauth: url.pathname.split("/").slice(3) }) },
    authOptions,
  );
  const cookieStore = await cookies();
  for (const cookie of new NextResponse(null, response).cookies.getAll())
    cookieStore.set({ ...cookie, value: cookieValue(cookie.name, response) });
  return response;
}

/** The value of a cookie that a response sets. Next.js decodes it twice, which breaks an address with another one in its query. */
function cookieValue(name: string, { headers }: Response): string {
  const line = headers.getSetCookie().find((each) => each.startsWith(`${name}=`)) ?? "";
  return decodeURIComponent(line.slice(name.length + 1).split(";", 1)[0] ?? "");
}
