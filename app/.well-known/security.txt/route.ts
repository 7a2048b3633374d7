import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/rules/durations";

export const dynamic = "force-dynamic";

/** How long a copy may be used (RFC 9116 recommends less than a year). */
const VALID_MS = 180 * DAY_MS;

const text = (status: number, lines: string[]) =>
  new Response(`${lines.join("\n")}\n`, {
    status,
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "no-store" },
  });

/** Whom a person writes to who has found a hole in this installation. */
export function GET(): Response {
  if (!env.SECURITY_CONTACT)
    return text(404, ["The operator of this installation hasn’t set SECURITY_CONTACT."]);
  return text(200, [
    `Contact: ${env.SECURITY_CONTACT}`,
    `Expires: ${new Date(Date.now() + VALID_MS).toISOString()}`,
    "Preferred-Languages: en",
    `Canonical: ${env.APP_URL}/.well-known/security.txt`,
  ]);
}
