import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { authSecret, authSecrets } from "@/lib/platform/auth-secret";
import { env } from "@/lib/platform/env";
import type { Case } from "@/lib/platform/generated/client";

/** Clients require 32 hexadecimal characters. */
const KEY_BYTES = 16;

type DsnTerms = Pick<Case, "id" | "dsnVersion">;

/** Derived from each secret, for each request. */
const derived = new Map<string, Buffer>();

/** Derived, so that the key can be used for nothing else. */
function deriveKey(secret: string): Buffer {
  const cached = derived.get(secret);
  if (cached) return cached;
  const key = Buffer.from(hkdfSync("sha256", secret, "tattle", "keys of Sentry DSNs", 32));
  derived.set(secret, key);
  return key;
}

const computeKey = ({ id, dsnVersion }: DsnTerms, secret: string): string =>
  createHmac("sha256", deriveKey(secret))
    .update(`${id} ${dsnVersion}`)
    .digest()
    .subarray(0, KEY_BYTES)
    .toString("hex");

/** Whether this is the key in the case's current DSN, or in the one from before the secret was rotated. Takes the same time for every invalid key of the right length. */
export function isCurrentKey(key: string, theCase: DsnTerms): boolean {
  const bytes = Buffer.from(key);
  return authSecrets()
    .map((secret) => Buffer.from(computeKey(theCase, secret)))
    .some((expected) => bytes.length === expected.length && timingSafeEqual(bytes, expected));
}

/** The DSN that clients of Sentry are configured with. It works until it is replaced, or its `AUTH_SECRET` is neither the current nor the previous one. */
export function buildDsn(theCase: DsnTerms & Pick<Case, "number">): string {
  const { protocol, host, pathname } = new URL(env.CHECK_IN_URL);
  return `${protocol}//${computeKey(theCase, authSecret())}@${host}${pathname.replace(/\/+$/, "")}/${theCase.number}`;
}
