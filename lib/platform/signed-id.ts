import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { authSecret, authSecrets } from "./auth-secret";

const ID_BYTES = 16;
const SIGNATURE_BYTES = 16;
const TOKEN = /^[\w-]{43}$/;

// Derived, so that the key cannot be used to sign sessions.
const deriveKey = (secret: string, use: string) => Buffer.from(hkdfSync("sha256", secret, "tattle", use, 32));

const computeSignature = (id: Buffer, purpose: string, secret: string): Buffer =>
  createHmac("sha256", deriveKey(secret, "links in emails"))
    .update(id)
    .update(purpose)
    .digest()
    .subarray(0, SIGNATURE_BYTES);

const toBytes = (id: string) => Buffer.from(id.replaceAll("-", ""), "hex");

const toId = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/**
 * A token for links that contains the UUID and a signature. It works while its `AUTH_SECRET` is that of today or the previous one, and for no other purpose.
 * Without a purpose it is that of the links in emails.
 */
export function signId(id: string, purpose = ""): string {
  const bytes = toBytes(id);
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
  return toId(id);
}

const PAIR_BYTES = 2 * ID_BYTES + 4;
// With it, base64url has no bits to spare: a token has one spelling.
const PAIR_SIGNATURE_BYTES = 18;
const PAIR_TOKEN = /^[\w-]{72}$/;

const signPairBytes = (bytes: Buffer, purpose: string, secret: string): Buffer =>
  createHmac("sha256", deriveKey(secret, `pairs of ids: ${purpose}`))
    .update(bytes)
    .digest()
    .subarray(0, PAIR_SIGNATURE_BYTES);

/** A token for links that contains two UUIDs and when it expires, to the second. It works for this purpose alone. */
export function signPair([one, other]: readonly [string, string], expiresAt: Date, purpose: string): string {
  const expiry = Buffer.alloc(4);
  expiry.writeUInt32BE(Math.floor(expiresAt.getTime() / 1_000));
  const bytes = Buffer.concat([toBytes(one), toBytes(other), expiry]);
  return Buffer.concat([bytes, signPairBytes(bytes, purpose, authSecret())]).toString("base64url");
}

/** The UUIDs in a token. Null if we did not sign it for this purpose, and once it has expired. */
export function readSignedPair(token: string, purpose: string, now: Date): [string, string] | null {
  if (!PAIR_TOKEN.test(token)) return null;
  const all = Buffer.from(token, "base64url");
  const [bytes, signature] = [all.subarray(0, PAIR_BYTES), all.subarray(PAIR_BYTES)];
  if (!authSecrets().some((secret) => timingSafeEqual(signature, signPairBytes(bytes, purpose, secret))))
    return null;
  if (bytes.readUInt32BE(2 * ID_BYTES) * 1_000 <= now.getTime()) return null;
  return [toId(bytes.subarray(0, ID_BYTES)), toId(bytes.subarray(ID_BYTES, 2 * ID_BYTES))];
}
