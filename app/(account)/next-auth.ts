import { cookies } from "next/headers";
import { NextRequest, NextResponse } from "next/server";
import NextAuth from "next-auth";
import { authOptions } from "@/lib/auth";
import { env } from "@/lib/env";
import type { Credentials } from "@/lib/users/input";

/** Signs somebody in through next-auth; false when the address or the password is wrong. */
export async function signInWith({ email, password }: Credentials): Promise<boolean> {
  const response = await ask("callback/credentials", { email, password, json: "true" });
  return response.ok;
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
