import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { Refusal } from "./refusal";

/** Marks an encrypted text and gives the version of its format. */
const PREFIX = "encrypted:1:";
const CIPHER = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** Said wherever something that is encrypted is needed. */
export const WRONG_SECRET =
  "AUTH_SECRET is not the one that encrypted the secrets in this database: channels cannot notify anyone, and authenticator apps cannot sign in. Set the previous one; if there is no copy of it, add the channels again.";

const derivedKeys = new Map<string, Buffer>();

/** Derives a key from the secret that signs sessions, once. The key cannot be used to sign sessions. */
export function deriveKey(secret: string): Buffer {
  const cached = derivedKeys.get(secret);
  if (cached) return cached;
  const key = Buffer.from(hkdfSync("sha256", secret, "tattle", "secrets at rest", 32));
  derivedKeys.set(secret, key);
  return key;
}

/** Encrypts a text with a secret. */
export function encryptWith(text: string, secret: string): string {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(CIPHER, deriveKey(secret), nonce);
  const encrypted = Buffer.concat([cipher.update(text, "utf8"), cipher.final()]);
  return `${PREFIX}${Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString("base64url")}`;
}

/** Decrypts what `encryptWith` returned for one of these secrets. Refuses if the text is damaged or was encrypted with another one. */
export function decryptWith(ciphertext: string, secrets: string[]): string {
  if (!ciphertext.startsWith(PREFIX)) throw new Error("A secret in the database is not encrypted.");
  const bytes = Buffer.from(ciphertext.slice(PREFIX.length), "base64url");
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const encrypted = bytes.subarray(NONCE_BYTES + TAG_BYTES);
  for (const secret of secrets)
    try {
      const decipher = createDecipheriv(CIPHER, deriveKey(secret), nonce).setAuthTag(tag);
      return Buffer.concat([decipher.update(encrypted), decipher.final()]).toString("utf8");
    } catch {
      // It is that of another secret.
    }
  throw new Refusal("service_unavailable", WRONG_SECRET);
}

/** Whether one of these secrets decrypts the text. */
export function isSealedWith(ciphertext: string, ...secrets: string[]): boolean {
  try {
    decryptWith(ciphertext, secrets);
    return true;
  } catch {
    return false;
  }
}
