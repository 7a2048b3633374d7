import { TOTP } from "otpauth";
import { findSetUp, finishSetUp, startSetUp } from "@/lib/people/second-factors/authenticator-app";
import { db } from "@/lib/platform/db";

/** The code that an app with this secret shows. */
export const codeAt = (secret: string, at: Date) =>
  new TOTP({ secret }).generate({ timestamp: at.getTime() });

/** Sets an authenticator app up for a user. Returns its secret, and the recovery codes if it is their first factor. */
export async function anApp(userId: string, at: Date, sessionId = userId) {
  const user = await db.user.findUniqueOrThrow({ where: { id: userId }, select: { id: true, email: true } });
  await startSetUp(userId, at);
  const secret = (await findSetUp(user))?.secret ?? "";
  const codes = await finishSetUp(user, codeAt(secret, at), { sessionId, address: "", now: at });
  return { user, secret, codes: codes ?? [] };
}
