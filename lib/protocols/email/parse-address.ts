import { isKey } from "@/lib/cases/api-key-form";
import { isToken } from "@/lib/check-ins/url";

/**
 * What the part of an address before the “@” may identify: the snitch with this token or UUID, with what the address says about
 * the run, or that with this slug in the case of an API key.
 */
export type Destination =
  | { kind: "snitch"; name: string; signal: string | null }
  | { kind: "slug"; key: string; slug: string; signal: string | null };

const SIGNAL = /^(?:start|success|fail|log|\d{1,3})$/;
const MAX_EXIT_STATUS = 255;

const isSignal = (text: string) => SIGNAL.test(text) && !(Number(text) > MAX_EXIT_STATUS);

/**
 * What the part of an address before the “@” may identify, likeliest first; empty if nothing. An imported token can
 * look like a key, so only the database distinguishes them.
 */
export function parseAddress(localPart: string): Destination[] {
  const [first = "", second, third, ...rest] = localPart.split("+");
  if (rest.length > 0 || !isToken(first)) return [];
  if (second === undefined) return [{ kind: "snitch", name: first, signal: null }];
  const destinations: Destination[] = [];
  const key = first.toLowerCase();
  if (isKey("healthchecks", key) && second !== "" && (third === undefined || isSignal(third)))
    destinations.push({ kind: "slug", key, slug: second, signal: third ?? null });
  if (third === undefined && isSignal(second))
    destinations.push({ kind: "snitch", name: first, signal: second });
  return destinations;
}
