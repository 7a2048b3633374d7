import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { authSecret, authSecrets } from "./auth-secret";

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[\w-]{43}$/;

function computeSignature(id: Buffer, purpose: string, secret: string): Buffer {
  // Derived, so that the key cannot be used to sign sessions.
  const key = Buffer.from(hkdfSync("sha256", secret, "tattle", "links in e-mails", 32));
  return createHmac("sha256", key).update(id).update(purpose).digest().subarray(0, SIGNATURE_BYTES);
}

/**
 * A token for links that contains the UUID and a signature. It works while its `AUTH_SECRET` is that of today or the one before, and for no other purpose.
 * Without a purpose it is that of the links in e-mails.
 */
export function signId(id: string, purpose = ""): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  return Buffer.concat([bytes, computeSignature(bytes, purpose, authSecret())]).toString("base64url");
}

/** The UUID in a token. Null if we did not sign it for this purpose. */
export function readSignedId(token: string, purpose = ""): string | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, ID_BYTES);
  const signature = bytes.subarray(ID_BYTES);
  if (!authSecrets().some((secret) => timingSafeEqual(signature, computeSignature(id, purpose, secret))))
    return null;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
