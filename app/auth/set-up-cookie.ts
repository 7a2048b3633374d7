import { cookies } from "next/headers";
import { env } from "@/lib/platform/env";
import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";

const COOKIE = "tattle.set-up-code";

/** Keeps the set-up code that a person typed, while they are at the provider with which they sign up. */
export async function keepSetUpCode(code: string): Promise<void> {
  (await cookies()).set(COOKIE, code, {
    httpOnly: true,
    sameSite: "lax",
    secure: env.APP_URL.startsWith("https:"),
    maxAge: (10 * MINUTE_MS) / SECOND_MS,
  });
}

/** The code that `keepSetUpCode` kept; empty if there is none. */
export const keptSetUpCode = async (): Promise<string> => (await cookies()).get(COOKIE)?.value ?? "";
