import { type AttemptSource, countCode, countRecoveryCode } from "@/lib/people/users/rate-limits";
import { query } from "@/lib/platform/db";
import { takeAppCode } from "./authenticator-app";
import type { Owner } from "./record";
import { takeRecoveryCode } from "./recovery-codes";

/** A factor that is a text to type. */
export type TypedFactor = "authenticator app" | "recovery code";

/**
 * Uses up a typed code of the user: of their app, or a recovery code. Returns which it was; null if it is neither, or was used
 * before. Refuses too many attempts, before it looks at the code.
 */
export async function takeCode(
  user: Owner,
  text: string,
  source: AttemptSource,
  now: Date,
): Promise<TypedFactor | null> {
  if (isRecoveryCode(text)) {
    await countRecoveryCode(user.id, source.address, now);
    return (await takeRecoveryCode(user, text, source.address, now)) ? "recovery code" : null;
  }
  await countCode(user.id, source, now);
  return (await takeAppCode(query, user.id, text, now)) ? "authenticator app" : null;
}

/** Codes of an app have six digits. */
const isRecoveryCode = (text: string) => text.replace(/[^a-z\d]/gi, "").length > 8;
