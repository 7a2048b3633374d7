import { pool } from "@/lib/platform/db";
import { type Interval, intervalOf } from "@/lib/rules/interval";
import type { Status } from "@/lib/rules/snitch-state";
import { formatCursor, type KeyType, parseCursor } from "./list-cursor";

/** Which snitches a list contains: those that match every filter. */
export type ListFilters = { status?: Status; tags: string[]; search: string };

export type ListedSnitch = {
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

/** The orders of a list. `worst` is the default. */
export const ORDERS = ["worst", "name", "latest", "due", "newest"] as const;
export type Order = (typeof ORDERS)[number];

/** The statuses from worst to best, then those without a deadline. */
const RANKED: Status[] = ["failed", "errored", "healthy", "paused", "pending"];
const WORST_FIRST = `CASE status ${RANKED.map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(" ")} END`;

const SOONEST_FIRST = "coalesce(extract(epoch FROM deadline), 1e12)";

/** The sort keys of each order, always ascending. The id is added as the last key, so that no two rows are equal. */
const KEYS: Record<Order, [expression: string, type: KeyType][]> = {
  worst: [
    [WORST_FIRST, "int"],
    [SOONEST_FIRST, "numeric"],
    ["lower(name)", "text"],
  ],
  name: [["lower(name)", "text"]],
  latest: [["-coalesce(extract(epoch FROM checked_in_at), 0)", "numeric"]],
  // The list shows a missing snitch as due since its first miss.
  due: [
    [
      "coalesce(extract(epoch FROM CASE status WHEN 'failed' THEN coalesce(missing_since, deadline) ELSE deadline END), 1e12)",
      "numeric",
    ],
  ],
  newest: [["-extract(epoch FROM created_at)", "numeric"]],
};

/** The first page, or the page after or before the row that a cursor identifies. */
export type PageCursor = { after?: string; before?: string };

/** The condition for a snitch to be in a list; its values are `filterValues`. */
export const MATCHES_FILTERS = `
  case_id = $1 AND ($2::text IS NULL OR status::text = $2) AND tags @> $3::text[]
  AND ($4 = '' OR position(lower($4) IN lower(name)) > 0 OR token = lower($4))`;

export const filterValues = (caseId: string, { status, tags, search }: ListFilters) => [
  caseId,
  status ?? null,
  tags,
  search,
];

/**
 * One page of the case's snitches in this order, how many match on all pages, and the cursors of the previous and the next
 * page; null where there is none. A cursor stays valid while rows are added, removed or reordered, because it contains the
 * sort keys of a row and not an offset.
 */
export async function listSnitchPage(
  caseId: string,
  filters: ListFilters,
  order: Order = "worst",
  page: PageCursor = {},
) {
  const keys = [...KEYS[order], ["id", "uuid"] as const];
  const isBackward = page.before !== undefined;
  const from = parseCursor(
    page.before ?? page.after,
    keys.map(([, type]) => type),
  );
  const direction = isBackward ? "DESC" : "ASC";
  const expressions = keys.map(([expression]) => expression);
  const fromKeys = keys.map(([, type], i) => `$${i + 5}::${type}`);
  const [{ rows }, counted] = await Promise.all([
    pool.query(
      `SELECT id, token, name, tags, interval, status::text AS status, deadline, checked_in_at AS "checkedInAt",
         missing_since AS "missingSince", pause_ends_at AS "pauseEndsAt", created_at AS "createdAt",
         ARRAY[${expressions.map((expression) => `(${expression})::text`)}] AS keys
       FROM snitches
       WHERE ${MATCHES_FILTERS} ${from ? `AND (${expressions}) ${isBackward ? "<" : ">"} (${fromKeys})` : ""}
       ORDER BY ${expressions.map((expression) => `${expression} ${direction}`)} LIMIT ${PAGE_SIZE + 1}`,
      [...filterValues(caseId, filters), ...(from ?? [])],
    ),
    pool.query(
      `SELECT count(*)::int AS found FROM snitches WHERE ${MATCHES_FILTERS}`,
      filterValues(caseId, filters),
    ),
  ]);
  const found: number = counted.rows[0]?.found ?? 0;
  const hasMore = rows.length > PAGE_SIZE;
  const shown = rows.slice(0, PAGE_SIZE);
  if (isBackward) shown.reverse();
  const snitches: ListedSnitch[] = shown.map(({ keys: _, ...row }) => ({
    ...row,
    interval: intervalOf(row),
  }));
  const cursorOf = (row?: { keys: string[] }) => (row ? formatCursor(row.keys) : null);
  return {
    snitches,
    found,
    previous: (isBackward ? hasMore : from) ? cursorOf(shown[0]) : null,
    next: (isBackward ? from : hasMore) ? cursorOf(shown.at(-1)) : null,
  };
}

export type StatusCounts = Record<Status, number>;

/** How many snitches of the case have each status. */
export async function countByStatus(caseId: string): Promise<StatusCounts> {
  const { rows } = await pool.query<{ status: Status; count: number }>(
    "SELECT status::text AS status, count(*)::int AS count FROM snitches WHERE case_id = $1 GROUP BY status",
    [caseId],
  );
  const counts = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { pending: 0, healthy: 0, failed: 0, errored: 0, paused: 0, ...counts };
}

const MAX_TAGS_SHOWN = 20;

/** The case's most used tags, each with the worst status of its snitches. */
export async function listTags(caseId: string): Promise<{ tag: string; worst: Status }[]> {
  const { rows } = await pool.query<{ tag: string; rank: number }>(
    `SELECT tag, min(${WORST_FIRST}) AS rank
     FROM snitches, unnest(tags) AS tag WHERE case_id = $1
     GROUP BY tag ORDER BY count(*) DESC, tag LIMIT $2`,
    [caseId, MAX_TAGS_SHOWN],
  );
  return rows.map(({ tag, rank }) => ({ tag, worst: RANKED[rank] ?? "pending" }));
}
