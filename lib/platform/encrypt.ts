import { createHmac } from "node:crypto";
import { authSecret, authSecrets } from "./auth-secret";
import { decryptWith, deriveKey, encryptWith } from "./cipher";

/** Encrypts a text for storage in the database. `decrypt` returns it. */
export const encrypt = (text: string, secret = authSecret()): string => encryptWith(text, secret);

/**
 * Decrypts what `encrypt` returned, with the secret of today or the previous one. Refuses if the text is damaged or was
 * encrypted with another one.
 */
export const decrypt = (ciphertext: string, secrets = authSecrets()): string =>
  decryptWith(ciphertext, secrets);

/** The same text for the same secret text, from which nothing about it can be learned without `AUTH_SECRET`. */
export const fingerprint = (text: string): string =>
  createHmac("sha256", deriveKey(authSecret())).update(text).digest("base64url");
