import { decrypt, encrypt } from "@/lib/platform/encrypt";
import { MINUTE_MS } from "@/lib/rules/durations";

/** Sets these texts apart from others that are encrypted with the same key. */
const KIND = "passkey challenge";
const LIFETIME_MS = 15 * MINUTE_MS;

/** What a passkey signs for. `subject`: the account, session or sign-in that it is for; empty for a new sign-in. */
export type Purpose = { act: "sign in" | "second step" | "confirm" | "add"; subject: string };

/**
 * A challenge for a passkey, in base64url. It says itself when and for what it was made, so that pages need no row or cookie before
 * someone responds.
 */
export function newChallenge({ act, subject }: Purpose, now: Date): string {
  return Buffer.from(encrypt(JSON.stringify([KIND, act, subject, now.getTime()]))).toString("base64url");
}

/** When a challenge was made. Null if it is not ours, is for something else or is too old. */
export function readChallenge(challenge: string, { act, subject }: Purpose, now: Date): Date | null {
  try {
    const parts = JSON.parse(decrypt(Buffer.from(challenge, "base64url").toString()));
    const [kind, forAct, forSubject, madeAt] = parts;
    const isOurs = kind === KIND && forAct === act && forSubject === subject;
    return isOurs && now.getTime() - madeAt < LIFETIME_MS ? new Date(madeAt) : null;
  } catch {
    return null;
  }
}
