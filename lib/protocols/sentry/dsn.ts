import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";

/** Clients demand 32 hexadecimal characters. */
const KEY_BYTES = 16;

type DsnTerms = Pick<Case, "id" | "dsnVersion">;

/** The secret of the process and what is derived from it, which each request needs. */
let derived: { secret: string; key: Buffer } | null = null;

/** Derived, so that the key can be used for nothing else. */
function derivedKey(): Buffer {
  const secret = env.AUTH_SECRET;
  if (!secret) throw new Error("AUTH_SECRET is not set. It is needed for the keys of Sentry DSNs.");
  if (derived?.secret !== secret) {
    derived = { secret, key: Buffer.from(hkdfSync("sha256", secret, "tattle", "keys of Sentry DSNs", 32)) };
  }
  return derived.key;
}

const computeKey = ({ id, dsnVersion }: DsnTerms): string =>
  createHmac("sha256", derivedKey())
    .update(`${id} ${dsnVersion}`)
    .digest()
    .subarray(0, KEY_BYTES)
    .toString("hex");

/** Whether this is the key in the current DSN of the case. Takes the same time for every wrong key of the right length. */
export function isCurrentKey(key: string, theCase: DsnTerms): boolean {
  const [given, expected] = [Buffer.from(key), Buffer.from(computeKey(theCase))];
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** The DSN that clients of Sentry are configured with. It works until it is replaced or `AUTH_SECRET` changes. */
export function buildDsn(theCase: DsnTerms & Pick<Case, "number">): string {
  const { protocol, host, pathname } = new URL(env.CHECK_IN_URL);
  return `${protocol}//${computeKey(theCase)}@${host}${pathname.replace(/\/+$/, "")}/${theCase.number}`;
}
