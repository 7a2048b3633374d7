import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "./env";

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[\w-]{43}$/;

function computeSignature(id: Buffer, purpose: string): Buffer {
  if (!env.AUTH_SECRET) throw new Error("AUTH_SECRET is not set. It is needed to sign links.");
  // Derived, so that the key cannot be used to sign sessions.
  const key = Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "tattle", "links in e-mails", 32));
  return createHmac("sha256", key).update(id).update(purpose).digest().subarray(0, SIGNATURE_BYTES);
}

/**
 * A token for links that contains the UUID and a signature. It works until `AUTH_SECRET` changes, and for no other purpose.
 * Without a purpose it is that of the links in e-mails.
 */
export function signId(id: string, purpose = ""): string {
  const bytes = Buffer.from(id.replaceAll("-", ""), "hex");
  return Buffer.concat([bytes, computeSignature(bytes, purpose)]).toString("base64url");
}

/** The UUID in a token. Null if we did not sign it for this purpose. */
export function readSignedId(token: string, purpose = ""): string | null {
  if (!TOKEN.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  const id = bytes.subarray(0, ID_BYTES);
  if (!timingSafeEqual(bytes.subarray(ID_BYTES), computeSignature(id, purpose))) return null;
  return id.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");
}
