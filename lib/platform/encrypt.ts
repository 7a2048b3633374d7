import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { env } from "./env";

const SEALED = "sealed:1:";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Made from the secret that signs sessions, and of no use for signing any. */
const keyFrom = (secret: string) => Buffer.from(hkdfSync("sha256", secret, "tattle", "secrets at rest", 32));

function ownSecret(): string {
  if (!env.AUTH_SECRET) throw new Error("AUTH_SECRET is not set, and without it no secret can be kept.");
  return env.AUTH_SECRET;
}

/** What the database keeps of a text that must be read again, and that nobody should read there. */
export function seal(text: string, secret = ownSecret()): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, keyFrom(secret), nonce);
  const hidden = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${SEALED}${Buffer.concat([nonce, cipher.getAuthTag(), hidden]).toString("base64url")}`;
}

/** The text that was sealed. One that never was, from before there were seals, is returned as it is. */
export function unseal(kept: string, secret?: string): string {
  if (!isSealed(kept)) return kept;
  const bytes = Buffer.from(kept.slice(SEALED.length), "base64url");
  const [nonce, tag, hidden] = [
    bytes.subarray(0, NONCE_BYTES),
    bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES),
    bytes.subarray(NONCE_BYTES + TAG_BYTES),
  ];
  try {
    const cipher = createDecipheriv(CIPHER, keyFrom(secret ?? ownSecret()), nonce).setAuthTag(tag);
    return Buffer.concat([cipher.update(hidden), cipher.final()]).toString("utf8");
  } catch (fault) {
    throw new Error("A secret cannot be read: AUTH_SECRET is not the one that it was sealed with.", {
      cause: fault,
    });
  }
}

export const isSealed = (kept: string) => kept.startsWith(SEALED);

/** For SQL: what is sealed is like this. */
export const SEALED_LIKE = `${SEALED}%`;
