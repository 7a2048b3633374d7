import { pool, type Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { LinkPurpose } from "@/lib/platform/generated/enums";
import { newId } from "@/lib/platform/new-id";
import { Refusal } from "@/lib/platform/refusal";
import { hashToken, newToken } from "@/lib/platform/secret-token";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";

/** How long each kind of link works, and the page that it opens. */
const LINKS: Record<LinkPurpose, { lifetimeMs: number; page: string }> = {
  sign_up: { lifetimeMs: 24 * HOUR_MS, page: "/sign-up" },
  verification: { lifetimeMs: 72 * HOUR_MS, page: "/verify" },
  magic_link: { lifetimeMs: 15 * MINUTE_MS, page: "/sign-in/link" },
  operator_link: { lifetimeMs: 10 * MINUTE_MS, page: "/sign-in/link" },
  password_reset: { lifetimeMs: HOUR_MS, page: "/password" },
  email_change: { lifetimeMs: 24 * HOUR_MS, page: "/account/email" },
};

export type EmailLink = { id: string; purpose: LinkPurpose; email: string; userId: string | null };

/** Creates a link for the reader of this address. Only its hash is stored, so the URL cannot be read again later. */
export async function createLink(
  sql: Sql,
  { purpose, email, userId }: { purpose: LinkPurpose; email: string; userId: string | null },
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const { lifetimeMs, page } = LINKS[purpose];
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lifetimeMs);
  await sql(
    `INSERT INTO email_links (id, purpose, token_hash, email, user_id, expires_at)
     VALUES ($1, $2::link_purpose, $3, $4, $5, $6)`,
    [newId(), purpose, hashToken(token), email, userId, expiresAt],
  );
  return { url: `${env.APP_URL}${page}/${token}`, expiresAt };
}

const IS_VALID = `token_hash = $1 AND purpose = ANY ($2::link_purpose[]) AND expires_at > $3`;

/** Finds a link without using it up, because email scanners open links, too. Null if it was used or has expired. */
export async function findLink(
  purpose: LinkPurpose | LinkPurpose[],
  token: string,
  now: Date,
): Promise<EmailLink | null> {
  const { rows } = await pool.query<EmailLink>(
    `SELECT id, purpose, email, user_id AS "userId" FROM email_links WHERE ${IS_VALID}`,
    [hashToken(token), [purpose].flat(), now],
  );
  return rows[0] ?? null;
}

/** `findLink` that refuses an invalid one. Call it before expensive work such as hashing: anyone can send an invented link. */
export async function refuseStaleLink(purpose: LinkPurpose, token: string, now: Date): Promise<EmailLink> {
  const link = await findLink(purpose, token, now);
  if (!link) throw new Refusal("resource_invalid", STALE_LINK);
  return link;
}

/** Uses a link up and returns it. If two requests use it at the same time, one is refused. */
export async function useLink(
  sql: Sql,
  purpose: LinkPurpose | LinkPurpose[],
  token: string,
  now: Date,
): Promise<EmailLink> {
  const [link] = await sql<EmailLink>(
    `DELETE FROM email_links WHERE ${IS_VALID} RETURNING id, purpose, email, user_id AS "userId"`,
    [hashToken(token), [purpose].flat(), now],
  );
  if (!link) throw new Refusal("resource_invalid", STALE_LINK);
  return link;
}

export const STALE_LINK = "This link has been used or has expired. Ask for another one.";
