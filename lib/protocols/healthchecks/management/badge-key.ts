import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { authSecret, authSecrets } from "@/lib/platform/auth-secret";

const KEY_BYTES = 16;
const SIGNATURE_CHARACTERS = 8;

const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex");
const formatUuid = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Derived once: a list of many checks shows as many badges. */
const keys = new Map<string, Buffer>();

function keyFor(purpose: string, secret: string): Buffer {
  const cached = keys.get(`${purpose} ${secret}`);
  if (cached) return cached;
  const key = Buffer.from(hkdfSync("sha256", secret, "tattle", purpose, KEY_BYTES));
  keys.set(`${purpose} ${secret}`, key);
  return key;
}

// One block that never repeats needs no mode of operation.
const CIPHER = "aes-128-ecb";

/**
 * The UUID in the public address of a badge, which doesn't reveal the address that accepts check-ins. It is the id,
 * encrypted, and so changes only with `AUTH_SECRET`. The previous one works while `AUTH_SECRET_PREVIOUS` is set.
 */
export function buildBadgeKey(id: string): string {
  const cipher = createCipheriv(CIPHER, keyFor("badges", authSecret()), null).setAutoPadding(false);
  return formatUuid(Buffer.concat([cipher.update(toBytes(id)), cipher.final()]));
}

/** The possible ids for a badge's UUID. Any other UUID gives nonexistent ids. */
export const idsOfBadge = (badgeKey: string): string[] =>
  authSecrets().map((secret) => {
    const decipher = createDecipheriv(CIPHER, keyFor("badges", secret), null).setAutoPadding(false);
    return formatUuid(Buffer.concat([decipher.update(toBytes(badgeKey)), decipher.final()]));
  });

/** Signs the badge of a tag, so that no one can probe for the tags of a case. */
export const signBadge = (badgeKey: string, tag: string, secret = authSecret()): string =>
  createHmac("sha256", keyFor("signatures of badges", secret))
    .update(`${badgeKey} ${tag}`)
    .digest("base64url")
    .slice(0, SIGNATURE_CHARACTERS);

/** Whether we signed the badge of this tag. */
export function isSignedBadge(badgeKey: string, tag: string, signature: string): boolean {
  const theirs = Buffer.from(signature);
  return authSecrets()
    .map((secret) => Buffer.from(signBadge(badgeKey, tag, secret)))
    .some((ours) => ours.length === theirs.length && timingSafeEqual(ours, theirs));
}
