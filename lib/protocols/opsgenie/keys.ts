import { isKey } from "@/lib/cases/api-key-form";
import { parseUrlQuery } from "../query-of";

/** A request's possible keys, in order of precedence. Some clients send theirs as the password. */
export function listKeys(authorization: string, url: string): string[] {
  const [, scheme = "", credentials = ""] = /^(geniekey|basic) +(\S+) *$/i.exec(authorization) ?? [];
  const inHeader = /^basic$/i.test(scheme)
    ? Buffer.from(credentials, "base64").toString().split(/:(.*)/s, 2)
    : [credentials];
  return [...inHeader, parseUrlQuery(url).get("apiKey") ?? ""].filter((key) => isKey("tattle", key));
}

/** The first result that one of the keys finds. */
export async function findByKeys<Found>(
  keys: string[],
  find: (key: string) => Promise<Found | null>,
): Promise<Found | null> {
  for (const key of keys) {
    const match = await find(key);
    if (match) return match;
  }
  return null;
}
