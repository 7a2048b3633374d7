import { createCipheriv, createDecipheriv, createHmac, hkdfSync, randomBytes } from "node:crypto";
import { authSecret, authSecrets } from "./auth-secret";

/** Marks an encrypted text and gives the version of its format. */
const PREFIX = "encrypted:1:";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

const derivedKeys = new Map<string, Buffer>();

/** Derives a key from the secret that signs sessions, once. The key cannot be used to sign sessions. */
function deriveKey(secret: string): Buffer {
  const known = derivedKeys.get(secret);
  if (known) return known;
  const key = Buffer.from(hkdfSync("sha256", secret, "tattle", "secrets at rest", 32));
  derivedKeys.set(secret, key);
  return key;
}

/** Encrypts a text for storage in the database. `decrypt` returns it. */
export function encrypt(text: string, secret = authSecret()): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${PREFIX}${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url")}`;
}

/**
 * Decrypts what `encrypt` returned, with the secret of today or the one before. Throws if the text is damaged or was encrypted
 * with another one.
 */
export function decrypt(stored: string, secrets = authSecrets()): string {
  if (!stored.startsWith(PREFIX)) throw new Error("A secret in the database is not encrypted.");
  const bytes = Buffer.from(stored.slice(PREFIX.length), "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  let cause: unknown;
  for (const secret of secrets)
    try {
      const decipher = createDecipheriv(CIPHER, deriveKey(secret), nonce).setAuthTag(tag);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString("utf8");
    } catch (error) {
      cause = error;
    }
  throw new Error("A secret cannot be read: AUTH_SECRET is not the one that it was encrypted with.", {
    cause,
  });
}

/** Whether this secret decrypts the text. */
export function isSealedWith(stored: string, secret: string): boolean {
  try {
    decrypt(stored, [secret]);
    return true;
  } catch {
    return false;
  }
}

/** The same text for the same secret text, from which nothing about it can be learned without `AUTH_SECRET`. */
export const fingerprint = (text: string): string =>
  createHmac("sha256", deriveKey(authSecret())).update(text).digest("base64url");
