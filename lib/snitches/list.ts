import { pool } from "@/lib/platform/db";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { type Interval, intervalOf } from "@/lib/rules/interval";
import type { Status } from "@/lib/rules/snitch-state";

/** What a list of snitches is narrowed to. Absent means all. */
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

/** What a list can be ordered by; `worst` is what people look for. */
export const ORDERS = ["worst", "name", "latest", "due", "newest"] as const;
export type Order = (typeof ORDERS)[number];

/** Worst first: what is missing or errored, then what is due soonest, then what nobody waits for. */
const RANKED: Status[] = ["failed", "errored", "healthy", "paused", "pending"];
const WORST_FIRST = `CASE status ${RANKED.map((status, rank) => `WHEN '${status}' THEN ${rank}`).join(" ")} END`;

const SOONEST_FIRST = "coalesce(extract(epoch FROM deadline), 1e12)";

/** All that a row is ordered by, the most important first, always ascending; the id makes every row different. */
const KEYS: Record<Order, [expression: string, type: KeyType][]> = {
  worst: [
    [WORST_FIRST, "int"],
    [SOONEST_FIRST, "numeric"],
    ["lower(name)", "text"],
  ],
  name: [["lower(name)", "text"]],
  latest: [["-coalesce(extract(epoch FROM checked_in_at), 0)", "numeric"]],
  // As the list shows it: a miss is due since it began.
  due: [
    [
      "coalesce(extract(epoch FROM CASE status WHEN 'failed' THEN coalesce(missing_since, deadline) ELSE deadline END), 1e12)",
      "numeric",
    ],
  ],
  newest: [["-extract(epoch FROM created_at)", "numeric"]],
};

const keysOf = (order: Order) => [...KEYS[order], ["id", "uuid"] as const];

/** Which page: the rows after or before the one that this cursor names; neither is the first page. */
export type PageCursor = { after?: string; before?: string };

const NARROWED = `
  case_id = $1 AND ($2::text IS NULL OR status::text = $2) AND tags @> $3::text[]
  AND ($4 = '' OR position(lower($4) IN lower(name)) > 0 OR token = lower($4))`;

const narrowedBy = (caseId: string, { status, tags, search }: ListFilters) => [
  caseId,
  status ?? null,
  tags,
  search,
];

/**
 * One page of the case's snitches in this order, how many there are on all pages, and the cursors of the pages around
 * it; null where there is none. A cursor stays good when rows come, go or move: it names a place, not a count.
 */
export async function listSnitchPage(
  caseId: string,
  narrowing: ListFilters,
  order: Order = "worst",
  at: PageCursor = {},
) {
  const keys = keysOf(order);
  const isBack = at.before !== undefined;
  const from = cursorIn(
    at.before ?? at.after,
    keys.map(([, type]) => type),
  );
  const ways = isBack ? "DESC" : "ASC";
  const beyond = keys.map(([, type], i) => `$${i + 5}::${type}`);
  const columns = keys.map(([expression]) => expression);
  const [{ rows }, counted] = await Promise.all([
    pool.query(
      `SELECT id, token, name, tags, interval, status::text AS status, deadline, checked_in_at AS "checkedInAt",
         missing_since AS "missingSince", pause_ends_at AS "pauseEndsAt", created_at AS "createdAt",
         ARRAY[${columns.map((column) => `(${column})::text`)}] AS keys
       FROM snitches WHERE ${NARROWED} ${from ? `AND (${columns}) ${isBack ? "<" : ">"} (${beyond})` : ""}
       ORDER BY ${columns.map((column) => `${column} ${ways}`)} LIMIT ${PAGE_SIZE + 1}`,
      [...narrowedBy(caseId, narrowing), ...(from ?? [])],
    ),
    pool.query(
      `SELECT count(*)::int AS found FROM snitches WHERE ${NARROWED}`,
      narrowedBy(caseId, narrowing),
    ),
  ]);
  const found: number = counted.rows[0]?.found ?? 0;
  const hasMore = rows.length > PAGE_SIZE;
  const shown = isBack ? rows.slice(0, PAGE_SIZE).reverse() : rows.slice(0, PAGE_SIZE);
  const snitches: ListedSnitch[] = shown.map(({ keys: _, ...row }) => ({
    ...row,
    interval: intervalOf(row),
  }));
  const cursorOf = (row?: { keys: string[] }) =>
    row ? Buffer.from(JSON.stringify(row.keys)).toString("base64url") : null;
  return {
    snitches,
    found,
    previous: (isBack ? hasMore : from) ? cursorOf(shown[0]) : null,
    next: (isBack ? from : hasMore) ? cursorOf(shown.at(-1)) : null,
  };
}

/** What a key of each type looks like. */
const SHAPES = {
  int: /^\d$/,
  numeric: /^-?\d{1,15}(\.\d{1,12})?$/,
  text: /^[^\0]{0,1000}$/su,
  uuid: /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/,
};
type KeyType = keyof typeof SHAPES;

/** A cursor that is not one of ours, or of another order, is none. */
function cursorIn(text: string | undefined, types: KeyType[]): string[] | null {
  try {
    const keys: unknown = JSON.parse(Buffer.from(text ?? "", "base64url").toString());
    if (!Array.isArray(keys) || keys.length !== types.length) return null;
    const isOurs = types.every((type, i) => typeof keys[i] === "string" && SHAPES[type].test(keys[i]));
    return isOurs && keys.every(isPostgresText) ? keys : null;
  } catch {
    return null;
  }
}

export type StatusCounts = Record<Status, number>;

export async function countByStatus(caseId: string): Promise<StatusCounts> {
  const { rows } = await pool.query<{ status: Status; count: number }>(
    "SELECT status::text AS status, count(*)::int AS count FROM snitches WHERE case_id = $1 GROUP BY status",
    [caseId],
  );
  const found = Object.fromEntries(rows.map(({ status, count }) => [status, count]));
  return { pending: 0, healthy: 0, failed: 0, errored: 0, paused: 0, ...found };
}

const MAX_TAGS_SHOWN = 20;

/** The case's most used tags, each with the worst status among its snitches. */
export async function listTags(caseId: string): Promise<{ tag: string; worst: Status }[]> {
  const { rows } = await pool.query<{ tag: string; rank: number }>(
    `SELECT tag, min(${WORST_FIRST}) AS rank
     FROM snitches, unnest(tags) AS tag WHERE case_id = $1
     GROUP BY tag ORDER BY count(*) DESC, tag LIMIT $2`,
    [caseId, MAX_TAGS_SHOWN],
  );
  return rows.map(({ tag, rank }) => ({ tag, worst: RANKED[rank] ?? "pending" }));
}
