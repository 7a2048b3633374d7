import { isKey } from "@/lib/cases/api-key-form";
import { parseUrlQuery } from "../query-of";

/** The keys that a request may mean, in the order in which they count. Some clients send theirs as the password. */
export function listKeys(authorization: string, url: string): string[] {
  const [, scheme = "", credentials = ""] = /^(geniekey|basic) +(\S+) *$/i.exec(authorization) ?? [];
  const inHeader = /^basic$/i.test(scheme)
    ? Buffer.from(credentials, "base64").toString().split(/:(.*)/s, 2)
    : [credentials];
  return [...inHeader, parseUrlQuery(url).get("apiKey") ?? ""].filter((key) => isKey("tattle", key));
}

/** What the first of the keys finds that finds anything. */
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
