import { hkdfSync } from "node:crypto";
import { jwtDecrypt } from "jose";
import type { JWT, JWTDecodeParams } from "next-auth/jwt";
import { authSecrets } from "@/lib/platform/auth-secret";
import { CLOCK_TOLERANCE_SECONDS, refuseIssuedLater } from "./issued-at";

/** What next-auth derives the key of its session cookies from, beside the secret. */
const PURPOSE = "NextAuth.js Generated Encryption Key";
const KEY_BYTES = 32;

const keys = new Map<string, Uint8Array>();

/** The key of a secret. next-auth derives it for each cookie, which takes longer than to decrypt one. */
export function deriveKey(secret: string): Uint8Array {
  const key = keys.get(secret) ?? new Uint8Array(hkdfSync("sha256", secret, "", PURPOSE, KEY_BYTES));
  keys.set(secret, key);
  return key;
}

/** Reads a session cookie that was made with the secret of today or the one before: a new secret signs nobody out. */
export async function decodeSession({ token }: Pick<JWTDecodeParams, "token">): Promise<JWT | null> {
  if (!token) return null;
  let reason: unknown;
  for (const secret of authSecrets())
    try {
      const options = { clockTolerance: CLOCK_TOLERANCE_SECONDS };
      const { payload } = await jwtDecrypt(token, deriveKey(secret), options);
      refuseIssuedLater(payload);
      return payload;
    } catch (error) {
      reason = error;
    }
  throw reason;
}
