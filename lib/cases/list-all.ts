import { CANARY } from "@/lib/metrics/canary";
import { pool } from "@/lib/platform/db";
import type { Plan } from "@/lib/rules/plans";

export type CaseSummary = {
  id: string;
  name: string;
  plan: Plan;
  onHoldAt: Date | null;
  createdAt: Date;
  snitches: number;
  members: number;
  apiKeys: number;
  webhooks: number;
  /** Addresses outside the case, and how many of them left. */
  recipients: number;
  leftRecipients: number;
};

export const PAGE_SIZE = 50;

/** SQL: the columns of a `CaseSummary`, of the case `c`. */
export const CASE_SUMMARY = `c.id, c.name, c.plan::text AS plan, c.on_hold_at AS "onHoldAt", c.created_at AS "createdAt",
  (SELECT count(*)::int FROM snitches WHERE case_id = c.id) AS snitches,
  (SELECT count(*)::int FROM members WHERE case_id = c.id) AS members,
  (SELECT count(*)::int FROM api_keys WHERE case_id = c.id AND revoked_at IS NULL) AS "apiKeys",
  (SELECT count(*)::int FROM channels WHERE case_id = c.id) AS webhooks,
  (SELECT count(*)::int FROM recipients WHERE case_id = c.id) AS recipients,
  (SELECT count(*)::int FROM recipients WHERE case_id = c.id AND left_at IS NOT NULL) AS "leftRecipients"`;

/** Selects the rows that match `search` and come after the row with the id `after`. */
export type ListQuery = { search?: string; after?: string };

/**
 * One page of all cases of this installation, oldest first, with counts of their contents. `next` is the `after` of the
 * next page, or null on the last page.
 */
export async function listAllCases({ search, after }: ListQuery) {
  const { rows } = await pool.query<CaseSummary>(
    `SELECT ${CASE_SUMMARY}
     FROM cases c
     WHERE c.id <> $1 AND ($2::uuid IS NULL OR c.id > $2)
       AND ($3::text IS NULL OR position(lower($3) IN lower(c.name)) > 0 OR c.id::text = lower($3))
     ORDER BY c.id LIMIT $4`,
    [CANARY.caseId, after ?? null, search ?? null, PAGE_SIZE + 1],
  );
  return toPage(rows);
}

export type UserSummary = {
  id: string;
  email: string;
  operatorSince: Date | null;
  emailVerifiedAt: Date | null;
  createdAt: Date;
  cases: number;
};

/** One page of all users of this installation, oldest first. `next` is as in `listAllCases`. */
export async function listAllUsers({ search, after }: ListQuery) {
  const { rows } = await pool.query<UserSummary>(
    `SELECT u.id, u.email, u.operator_since AS "operatorSince", u.email_verified_at AS "emailVerifiedAt",
       u.created_at AS "createdAt", (SELECT count(*)::int FROM members WHERE user_id = u.id) AS cases
     FROM users u
     WHERE ($1::uuid IS NULL OR u.id > $1) AND ($2::text IS NULL OR position(lower($2) IN u.email) > 0)
     ORDER BY u.id LIMIT $3`,
    [after ?? null, search ?? null, PAGE_SIZE + 1],
  );
  return toPage(rows);
}

function toPage<Row extends { id: string }>(rows: Row[]): { rows: Row[]; next: string | null } {
  const page = rows.slice(0, PAGE_SIZE);
  return { rows: page, next: rows.length > PAGE_SIZE ? (page.at(-1)?.id ?? null) : null };
}
