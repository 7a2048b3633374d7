import { isPasswordOf } from "@/lib/people/users/password";
import { arePasswordsOff } from "@/lib/people/users/passwords-off";
import { type AttemptSource, countCode, countPasswordCheck } from "@/lib/people/users/rate-limits";
import type { SignedIn } from "@/lib/people/users/sessions";
import { findIssuerOf } from "@/lib/people/users/single-sign-on";
import { pool, query } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { takeAppCode } from "./authenticator-app";
import { listFactors } from "./find";
import { optionsFor, type RequestOptions } from "./passkey-options";
import { verifyPasskey } from "./passkeys";

/** How long a person is not asked again who they are. */
const CONFIRMED_MS = 15 * MINUTE_MS;

/** Whether it is certain enough that this person, and no one at their open browser, acts. */
export const isConfirmed = ({ confirmedAt }: Pick<SignedIn, "confirmedAt">, now: Date): boolean =>
  now.getTime() - confirmedAt.getTime() < CONFIRMED_MS;

/**
 * By what a person can show who they are. `passkey`: what the browser needs for it; null if they have none. `issuer`: the name of the one
 * at which they sign in, which can ask them again.
 */
export type Proofs = {
  password: boolean;
  code: boolean;
  passkey: RequestOptions | null;
  issuer: string | null;
};

export async function listProofs(userId: string, sessionId: string, now: Date): Promise<Proofs> {
  const { hasPassword, appSince } = await listFactors(userId);
  return {
    password: hasPassword && !arePasswordsOff(),
    code: appSince !== null,
    passkey: await optionsFor(userId, { act: "confirm", subject: sessionId }, now),
    issuer: await findIssuerOf(userId),
  };
}

type Attempt = { userId: string; sessionId: string; source: AttemptSource; now: Date };

/** Whether the password is correct; then the session is confirmed. Refuses too many attempts. */
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

/** The same by a passkey, which has signed the challenge of `listProofs`. */
export async function confirmByPasskey(
  response: string,
  { userId, sessionId, now }: Attempt,
): Promise<boolean> {
  const owner = await verifyPasskey(response, { act: "confirm", subject: sessionId }, now);
  return owner?.id === userId && markConfirmed(sessionId, now);
}

async function markConfirmed(sessionId: string, now: Date): Promise<true> {
  await pool.query("UPDATE sessions SET confirmed_at = $2 WHERE id = $1", [sessionId, now]);
  return true;
}
