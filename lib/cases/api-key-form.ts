import { randomBytes, randomInt } from "node:crypto";
import { crc32 } from "node:zlib";
import { hashToken } from "@/lib/platform/secret-token";

/** The protocols that have keys. A key opens no other protocol than its own. */
export const API_KEY_KINDS = ["tattle", "healthchecks", "cronitor"] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/** What a key may do; see `api-key-access.ts`. `ping` only sends check-ins, by the slug of a snitch. */
export const API_KEY_ACCESS = ["full", "read", "ping", "acknowledge", "plan"] as const;
export type ApiKeyAccess = (typeof API_KEY_ACCESS)[number];

/** What keys of each kind can be allowed to do. The first is the default. */
export const ACCESS_OF_KIND = {
  tattle: ["full", "read", "ping", "acknowledge", "plan"],
  healthchecks: ["full", "read", "ping"],
  cronitor: ["ping"],
} as const satisfies Record<ApiKeyKind, ApiKeyAccess[]>;

const DIGITS = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
const RANDOM_CHARACTERS = 22;
const CHECKSUM_CHARACTERS = 6;

/** The form of our own keys, by which scanners for leaked secrets recognise them. */
const OWN_FORM = new RegExp(
  `^tattle_([\\dA-Za-z]{${RANDOM_CHARACTERS}})([\\dA-Za-z]{${CHECKSUM_CHARACTERS}})$`,
);

/** The form that keys had before. They have no checksum. */
const FORMER_FORM = /^[\w-]{22}$/;

/** The CRC-32 of a text, in base 62. It shows without a look into the database that a text was never a key. */
function checksum(text: string): string {
  let [rest, digits] = [crc32(text), ""];
  for (let i = 0; i < CHECKSUM_CHARACTERS; i++) {
    digits = `${DIGITS[rest % DIGITS.length]}${digits}`;
    rest = Math.floor(rest / DIGITS.length);
  }
  return digits;
}

/**
 * A new key: `tattle_`, 22 random characters and a checksum, or 32 hexadecimal ones, which clients of Healthchecks demand. A key
 * of theirs that only pings is shorter, so that people see in a crontab that it is not other.
 */
export function generateKey(kind: ApiKeyKind, access: ApiKeyAccess): string {
  if (kind !== "tattle")
    return randomBytes(kind === "healthchecks" && access === "ping" ? 12 : 16).toString("hex");
  const random = Array.from({ length: RANDOM_CHARACTERS }, () => DIGITS[randomInt(DIGITS.length)]).join("");
  return `tattle_${random}${checksum(random)}`;
}

/** How many of the first characters of a key are stored, so that people can distinguish keys. */
export const prefixOf = (key: string) => key.slice(0, key.startsWith("tattle_") ? 12 : 5);

function isOwnKey(text: string): boolean {
  const [, random = "", sum] = OWN_FORM.exec(text) ?? [];
  return sum === undefined ? FORMER_FORM.test(text) : sum === checksum(random);
}

/** Whether a text has the form of the keys of a kind. */
export function isKey(kind: ApiKeyKind, text: string): boolean {
  if (kind === "tattle") return isOwnKey(text);
  return kind === "healthchecks" ? /^(?:[\da-f]{24}|[\da-f]{32})$/.test(text) : /^[\da-f]{32}$/.test(text);
}

/** The form in which a key is stored. It contains the kind, so that no other protocol can find the key. */
export const storedHash = (kind: ApiKeyKind, key: string) =>
  hashToken(kind === "tattle" ? key : `${kind}:${key}`);
