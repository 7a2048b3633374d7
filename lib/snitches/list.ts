import { pool } from "@/lib/db";
import { type Interval, intervalOf } from "./interval";
import type { Status } from "./status";

/** What a list of snitches is narrowed to. Absent means all. */
export type Narrowing = { status?: Status; tags: string[]; search: string };

export type Listed = {
  id: string;
  token: string;
  name: string;
  tags: string[];
  interval: Interval;
  status: Status;
  deadline: Date | null;
  checkedInAt: Date | null;
  missingSince: Date | null;
  pauseEndsAt: Date | null;
  createdAt: Date;
};

export const PAGE_SIZE = 50;

/** Worst first: what is missing or errored, then what is due soonest, then what nobody waits for. */
const WORST_FIRST = `
  CASE status WHEN 'failed' THEN 0 WHEN 'errored' THEN 1 WHEN 'healthy' THEN 2 WHEN 'paused' THEN 3 ELSE 4 END`;

const NARROWED = `
  case_id = $1 AND ($2::text IS NULL OR status::text = $2) AND tags @> $3::text[]
  AND ($4 = '' OR position(lower($4) IN lower(name)) > 0 OR token = lower($4))`;

const narrowedBy = (caseId: string, { status, tags, search }: Narrowing) => [
  caseId,
  status ?? null,
  tags,
  search,
];

/** One page of the case's snitches, worst first, and how many there are on all pages. */
export async function listPage(caseId: string, narrowing: Narrowing, page: number) {
  const { rows } = await pool.query(
    `SELECT id, token, name, tags, interval, status::text AS status, deadline, checked_in_at AS "checkedInAt",
       missing_since AS "missingSince", pause_ends_at AS "pauseEndsAt", created_at AS "createdAt",
       count(*) OVER () ::int AS found
     FROM snitches WHERE ${NARROWED}
     ORDER BY ${WORST_FIRST}, deadline NULLS LAST, name, id LIMIT $5 OFFSET $6`,
    [...narrowedBy(caseId, narrowing), PAGE_SIZE, (page - 1) * PAGE_SIZE],
  );
  const found: number = rows[0]?.found ?? 0;
  const snitches: Listed[] = rows.map(({ found: _, ...row }) => ({ ...row, interval: intervalOf(row) }));
  return { snitches, found };
}

export type Counts = Record<Status, number>;

export async function countByStatus(caseId: string): Promise<Counts> {
  const { rows } = await pool.query<{ status: Status; count: number }>(
    "SELECT status::text AS status, count(*)::int AS count FROM snitches WHERE case_id = $1 GROUP BY status",
    [caseId],
  );
  const found = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { pending: 0, healthy: 0, failed: 0, errored: 0, paused: 0, ...found };
}

const MOST_TAGS_SHOWN = 20;

/** The case's most used tags, each with the worst status among its snitches. */
export async function listTags(caseId: string): Promise<{ tag: string; worst: Status }[]> {
  const { rows } = await pool.query<{ tag: string; worst: Status }>(
    `SELECT tag, (array_agg(status::text ORDER BY ${WORST_FIRST}))[1] AS worst
     FROM snitches, unnest(tags) AS tag WHERE case_id = $1
     GROUP BY tag ORDER BY count(*) DESC, tag LIMIT $2`,
    [caseId, MOST_TAGS_SHOWN],
  );
  return rows;
}
