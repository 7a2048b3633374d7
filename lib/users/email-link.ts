import { v7 as newId } from "uuid";
import { pool, type Sql } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { LinkPurpose } from "@/lib/platform/generated/enums";
import { Refusal } from "@/lib/platform/refusal";
import { hashOf, newToken } from "@/lib/platform/secret-token";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long each link works, and the page it leads to. */
const LINKS: Record<LinkPurpose, { lastsMs: number; page: string }> = {
  sign_up: { lastsMs: 24 * HOUR_MS, page: "/sign-up" },
  verification: { lastsMs: 72 * HOUR_MS, page: "/verify" },
  magic_link: { lastsMs: 15 * MINUTE_MS, page: "/sign-in/link" },
  password_reset: { lastsMs: HOUR_MS, page: "/password" },
  email_change: { lastsMs: 24 * HOUR_MS, page: "/account/email" },
};

export type EmailLink = { id: string; email: string; userId: string | null };

/** Makes a link for whoever reads this address. Only its hash is stored: send the URL on at once. */
export async function createLink(
  sql: Sql,
  { purpose, email, userId }: { purpose: LinkPurpose; email: string; userId: string | null },
  now: Date,
): Promise<{ url: string; expiresAt: Date }> {
  const { lastsMs, page } = LINKS[purpose];
  const token = newToken();
  const expiresAt = new Date(now.getTime() + lastsMs);
  await sql(
    `INSERT INTO email_links (id, purpose, token_hash, email, user_id, expires_at)
     VALUES ($1, $2::link_purpose, $3, $4, $5, $6)`,
    [newId(), purpose, hashOf(token), email, userId, expiresAt],
  );
  return { url: `${env.APP_URL}${page}/${token}`, expiresAt };
}

const FOUND = `token_hash = $1 AND purpose = $2::link_purpose AND expires_at > $3`;

/** What a link stands for, without using it up: mail scanners open links, too. Null once it is used or has expired. */
export async function findLink(purpose: LinkPurpose, token: string, now: Date): Promise<EmailLink | null> {
  const { rows } = await pool.query<EmailLink>(
    `SELECT id, email, user_id AS "userId" FROM email_links WHERE ${FOUND}`,
    [hashOf(token), purpose, now],
  );
  return rows[0] ?? null;
}

/** Refuses a made-up link before work that costs more than a look: anybody may come with one. */
export async function refuseStaleLink(purpose: LinkPurpose, token: string, now: Date): Promise<void> {
  if (!(await findLink(purpose, token, now))) throw new Refusal("resource_invalid", STALE_LINK);
}

/** Uses a link up: of two who try at once, one is refused. */
export async function useLink(sql: Sql, purpose: LinkPurpose, token: string, now: Date): Promise<EmailLink> {
  const [link] = await sql<EmailLink>(
    `DELETE FROM email_links WHERE ${FOUND} RETURNING id, email, user_id AS "userId"`,
    [hashOf(token), purpose, now],
  );
  if (!link) throw new Refusal("resource_invalid", STALE_LINK);
  return link;
}

export const STALE_LINK = "This link has been used or has expired. Ask for another one.";
