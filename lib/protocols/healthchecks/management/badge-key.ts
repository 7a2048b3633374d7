import { createCipheriv, createDecipheriv, createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";

const KEY_BYTES = 16;
const SIGNATURE_CHARACTERS = 8;

const toBytes = (uuid: string) => Buffer.from(uuid.replaceAll("-", ""), "hex");
const formatUuid = (bytes: Buffer) =>
  bytes.toString("hex").replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, "$1-$2-$3-$4-$5");

/** Derived once: a list of many checks shows as many badges. */
const keys = new Map<string, Buffer>();

function keyFor(purpose: string): Buffer {
  const known = keys.get(purpose);
  if (known) return known;
  if (!env.AUTH_SECRET) throw new Error("AUTH_SECRET is not set. It is needed for the addresses of badges.");
  const key = Buffer.from(hkdfSync("sha256", env.AUTH_SECRET, "tattle", purpose, KEY_BYTES));
  keys.set(purpose, key);
  return key;
}

// One block that never repeats needs no mode of operation.
const CIPHER = "aes-128-ecb";

/**
 * The UUID in the address of a badge, which is public: from it nobody learns the address that accepts check-ins. It is the id,
 * encrypted, and so changes with `AUTH_SECRET` only.
 */
export function buildBadgeKey(id: string): string {
  const cipher = createCipheriv(CIPHER, keyFor("badges"), null).setAutoPadding(false);
  return formatUuid(Buffer.concat([cipher.update(toBytes(id)), cipher.final()]));
}

/** The id that a badge's UUID stands for. Any other UUID gives an id that nothing has. */
export function idOfBadge(badgeKey: string): string {
  const decipher = createDecipheriv(CIPHER, keyFor("badges"), null).setAutoPadding(false);
  return formatUuid(Buffer.concat([decipher.update(toBytes(badgeKey)), decipher.final()]));
}

/** Signs the badge of a tag, so that nobody can ask for the tags of a case one by one. */
export const signBadge = (badgeKey: string, tag: string): string =>
  createHmac("sha256", keyFor("signatures of badges"))
    .update(`${badgeKey} ${tag}`)
    .digest("base64url")
    .slice(0, SIGNATURE_CHARACTERS);

/** Whether we signed the badge of this tag. */
export function isSignedBadge(badgeKey: string, tag: string, signature: string): boolean {
  const [ours, theirs] = [signBadge(badgeKey, tag), signature].map((text) => Buffer.from(text));
  return ours?.length === theirs?.length && timingSafeEqual(ours as Buffer, theirs as Buffer);
}
