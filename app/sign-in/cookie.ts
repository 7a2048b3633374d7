import { cookies } from "next/headers";
import { env } from "@/lib/platform/env";
import { SECOND_MS } from "@/lib/rules/durations";

/** Whether browsers send cookies by https only. */
export const IS_SECURE = env.APP_URL.startsWith("https:");

/** How each cookie of signing in is set: scripts cannot read it, and other sites cannot have it sent with a form. */
export const COOKIE_OPTIONS = { httpOnly: true, sameSite: "lax", path: "/", secure: IS_SECURE } as const;

/** Sets a cookie in the browser that sent the current request. */
export async function setCookie(name: string, value: string, lifetimeMs: number): Promise<void> {
  (await cookies()).set(name, value, { ...COOKIE_OPTIONS, maxAge: lifetimeMs / SECOND_MS });
}

/** Deletes a cookie of that browser. */
export async function deleteCookie(name: string): Promise<void> {
  (await cookies()).delete({ name, ...COOKIE_OPTIONS });
}

/** What that browser sends in a cookie; empty if it sends none. */
export const readCookie = async (name: string): Promise<string> => (await cookies()).get(name)?.value ?? "";
