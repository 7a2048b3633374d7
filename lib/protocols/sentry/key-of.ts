import type { CheckInRequest } from "@/lib/check-ins/handle";
import { parseUrlQuery } from "../query-of";

const IN_HEADER = /^sentry\s(?:.*[\s,])?sentry_key\s*=\s*([^\s,]+)/i;

/** The request's key: in a header, or as a parameter of its URL. Null if there is none. */
export function readKey(request: CheckInRequest): string | null {
  for (const name of ["x-sentry-auth", "authorization"]) {
    const [, key] = IN_HEADER.exec(request.header(name)) ?? [];
    if (key) return key;
  }
  return parseUrlQuery(request.url).get("sentry_key") || null;
}

/** The key and the number in a DSN; null if it isn't one. */
export function partsOfDsn(dsn: unknown): { key: string; number: string } | null {
  if (typeof dsn !== "string" || !URL.canParse(dsn)) return null;
  const { username, pathname } = new URL(dsn);
  const number = /\/(\d+)\/?$/.exec(pathname)?.[1];
  return username && number ? { key: username, number } : null;
}
