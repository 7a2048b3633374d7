import { randomBytes } from "node:crypto";
import { hashToken } from "@/lib/platform/secret-token";

/** The protocols that have keys. A key opens no other protocol than its own. */
export const API_KEY_KINDS = ["tattle", "healthchecks", "cronitor"] as const;
export type ApiKeyKind = (typeof API_KEY_KINDS)[number];

/** What a key may do. `ping` only sends check-ins, by the slug of a snitch. */
export const API_KEY_ACCESS = ["full", "read", "ping"] as const;
export type ApiKeyAccess = (typeof API_KEY_ACCESS)[number];

/** What keys of each kind can be allowed to do. The first is the default. */
export const ACCESS_OF_KIND = {
  tattle: ["full", "read", "ping"],
  healthchecks: ["full", "read", "ping"],
  cronitor: ["ping"],
} as const satisfies Record<ApiKeyKind, ApiKeyAccess[]>;

/**
 * A new key: 22 characters that need no escaping in a URL, or 32 hexadecimal ones, which clients of Healthchecks demand. A key
 * that only pings is shorter, so that people see in a crontab that it is no other.
 */
export function generateKey(kind: ApiKeyKind, access: ApiKeyAccess): string {
  if (kind === "tattle") return randomBytes(16).toString("base64url");
  return randomBytes(kind === "healthchecks" && access === "ping" ? 12 : 16).toString("hex");
}

const PATTERNS: Record<ApiKeyKind, RegExp> = {
  tattle: /^[\w-]{22}$/,
  healthchecks: /^(?:[\da-f]{24}|[\da-f]{32})$/,
  cronitor: /^[\da-f]{32}$/,
};

/** Whether a text has the form of the keys of a kind. */
export const isKey = (kind: ApiKeyKind, text: string) => PATTERNS[kind].test(text);

/** The form in which a key is stored. It contains the kind, so that no other protocol can find the key. */
export const storedHash = (kind: ApiKeyKind, key: string) =>
  hashToken(kind === "tattle" ? key : `${kind}:${key}`);
