import { cookies } from "next/headers";
import { env } from "@/lib/platform/env";
import { HOUR_MS, SECOND_MS } from "@/lib/rules/durations";
import { isUuid } from "@/lib/rules/uuid";
import { attachSession, type IssuerSession, keepSingleSignOn } from "@/lib/users/single-sign-on";

const COOKIE = "tattle.single-sign-on";

/** Keeps a sign-in at the issuer in this browser until its session begins, perhaps after a second factor. */
export async function keepIssuerSession(userId: string, session: IssuerSession): Promise<void> {
  const id = await keepSingleSignOn(userId, session, new Date());
  (await cookies()).set(COOKIE, id, {
    httpOnly: true,
    sameSite: "lax",
    secure: env.APP_URL.startsWith("https:"),
    maxAge: HOUR_MS / SECOND_MS,
  });
}

/** Ties a session to the sign-in that this browser keeps. False if there is none any more: the issuer has ended it. */
export async function attachToIssuerSession(session: { id: string; userId: string }): Promise<boolean> {
  const jar = await cookies();
  const id = jar.get(COOKIE)?.value;
  if (!isUuid(id)) return false;
  jar.delete(COOKIE);
  return attachSession(id, session, new Date());
}
