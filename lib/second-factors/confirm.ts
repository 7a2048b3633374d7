import { pool, query } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { isPasswordOf } from "@/lib/users/password";
import { type AttemptSource, countCode, countPasswordCheck } from "@/lib/users/rate-limits";
import type { SignedIn } from "@/lib/users/sessions";
import { takeAppCode } from "./authenticator-app";
import { listFactors } from "./find";

/** How long a person is not asked again who they are. */
const CONFIRMED_MS = 15 * MINUTE_MS;

/** Whether it is certain enough that this person, and nobody at their open browser, acts. */
export const isConfirmed = ({ confirmedAt }: Pick<SignedIn, "confirmedAt">, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < CONFIRMED_MS;

/** By what a person can show who they are. */
export type Proofs = { password: boolean; code: boolean };

export async function listProofs(userId: string): Promise<Proofs> {
  const { hasPassword, appSince } = await listFactors(userId);
  return { password: hasPassword, code: appSince !== null };
}

type Attempt = { userId: string; sessionId: string; source: AttemptSource; now: Date };

/** Whether the password is right; then the session is confirmed. Refuses too many attempts. */
export async function confirmByPassword(
  password: string,
  { userId, sessionId, now }: Attempt,
): Promise<boolean> {
  await countPasswordCheck(sessionId, now);
  return (await isPasswordOf(userId, password)) && markConfirmed(sessionId, now);
}

/** The same by a code of the authenticator app, which is used up. */
export async function confirmByCode(
  code: string,
  { userId, sessionId, source, now }: Attempt,
): Promise<boolean> {
  await countCode(userId, source, now);
  return (await takeAppCode(query, userId, code, now)) && markConfirmed(sessionId, now);
}

async function markConfirmed(sessionId: string, now: Date): Promise<true> {
  await pool.query("UPDATE sessions SET confirmed_at = $2 WHERE id = $1", [sessionId, now]);
  return true;
}
