import { pool, prepared, query } from "@/lib/platform/db";
import type { GroupCounts, Grouping } from "@/lib/rules/grouping";
import { intervalOf } from "@/lib/rules/schedule/interval";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { Status } from "@/lib/rules/state/snitch-state";
import { LAST_HOST } from "./last-host";
import { formatCursor, parseCursor } from "./list-cursor";
import { comesAfter, type Order, orderBy, RANKED, sortKeys, WORST_FIRST } from "./list-order";

/** A status, or all that are wrong: those that are missing or errored. */
export type StatusFilter = Status | "wrong";

/** Which snitches a list contains: those that match every filter. */
export type ListFilters = {
  status?: StatusFilter | undefined;
  tags: string[];
  environment?: string | undefined;
  /** The machine of the latest run. */
  host?: string | undefined;
  search: string;
};

export type ListedSnitch = ScheduleTerms & {
  id: string;
  token: string;
  checkInKey: string;
  name: string;
  tags: string[];
  status: Status;
  deadline: Date | null;
  checkedInAt: Date | null;
  missingSince: Date | null;
  pauseEndsAt: Date | null;
  createdAt: Date;
  /** How many runs are running. */
  running: number;
  /** The key of the latest run; null while there was none. */
  lastRunAt: Date | null;
  lastRunId: string | null;
  /** In a list in groups: the tag, environment or machine under which it is listed; null without one. */
  group: string | null;
};

export const PAGE_SIZE = 50;

/** The first page, or the page after or before the row that a cursor identifies. */
export type PageCursor = { after?: string; before?: string };

/** The condition for a snitch to be in a list; its values are `filterValues`. */
export const MATCHES_FILTERS = `
  case_id = $1 AND ($2::text IS NULL OR status::text = $2 OR ($2 = 'wrong' AND status IN ('failed', 'errored'))) AND tags @> $3::text[]
  AND ($4 = '' OR position(lower($4) IN lower(name)) > 0 OR lower($4) IN (token, check_in_key))
  AND ($5::text IS NULL OR environment = $5)
  AND ($6::text IS NULL OR $6 = ${LAST_HOST})`;

export const isFiltered = ({ status, ...others }: ListFilters) => Boolean(status || isNarrowed(others));

/** Whether a filter alongside that by status leaves some out. */
export const isNarrowed = ({ tags, environment, host, search }: Omit<ListFilters, "status">) =>
  Boolean(tags.length > 0 || environment || host || search);

export const filterValues = (caseId: string, { status, tags, environment, host, search }: ListFilters) => [
  caseId,
  status ?? null,
  tags,
  search,
  environment ?? null,
  host ?? null,
];

const GROUP_NAMES: Record<Grouping["by"], string> = {
  tag: "tags",
  environment: "ARRAY[nullif(environment, '')]",
  machine: `ARRAY[nullif(${LAST_HOST}, '')]`,
};

/** The name of the group that a snitch is in. The prefix of names is the parameter $7. */
const joinGroup = ({ by }: Grouping) => `LEFT JOIN LATERAL (
  SELECT tag FROM unnest(${GROUP_NAMES[by]}) WITH ORDINALITY AS names (tag, place) WHERE starts_with(tag, $7)
  ORDER BY place LIMIT 1) AS grouped ON true`;

const prefixOf = (groups: Grouping) => (groups.by === "tag" ? groups.prefix : "");

/** The snitches that match the filters as the list sorts them, with their groups and the rank of the worst of each group. */
const grouped = (groups: Grouping) => `(
  SELECT id, name, status, interval, deadline, checked_in_at, missing_since, created_at, last_run_at, tag,
    min(${WORST_FIRST}) OVER (PARTITION BY tag) AS worst
  FROM snitches ${joinGroup(groups)} WHERE ${MATCHES_FILTERS}) AS snitches`;

/**
 * One page of the case's snitches in this order, and the cursors of the previous and the next page; null where there is
 * none. In groups, the snitches of a group follow each other. A cursor stays valid while rows are added, removed or reordered,
 * because it contains the sort keys of a row and not an offset.
 */
export async function listSnitchPage(
  caseId: string,
  filters: ListFilters,
  order: Order = "worst",
  page: PageCursor = {},
  groups: Grouping | null = null,
  size = PAGE_SIZE,
) {
  const keys = sortKeys(order, groups !== null);
  // Postgres would keep a plan that suits no filter, so only the list as it is opened is prepared.
  const isPlain = !isFiltered(filters) && groups === null;
  const values = isPlain
    ? [caseId]
    : [...filterValues(caseId, filters), ...(groups ? [prefixOf(groups)] : [])];
  const isBackward = page.before !== undefined;
  const from = parseCursor(
    page.before ?? page.after,
    keys.map(({ type }) => type),
  );
  const rows = await (isPlain ? prepared : query)<ListedSnitch & { keys: string[] }>(
    // To sort all snitches without what is shown of them takes two thirds of the time. The second `LIMIT` has Postgres look up those of
    // the page, instead of reading all again.
    `SELECT id, token, check_in_key AS "checkInKey", name, tags, interval, schedule, timezone, grace, early, active, status::text AS status, deadline, checked_in_at AS "checkedInAt",
       missing_since AS "missingSince", pause_ends_at AS "pauseEndsAt", created_at AS "createdAt",
       running, last_run_at AS "lastRunAt", last_run_id AS "lastRunId",
       tag AS "group", ARRAY[${keys.map(({ expression }) => `(${expression})::text`)}] AS keys
     FROM (
       SELECT id AS listed_id, ${groups ? `tag, worst FROM ${grouped(groups)} WHERE true` : `NULL AS tag FROM snitches WHERE ${isPlain ? "case_id = $1" : MATCHES_FILTERS}`}
       ${from ? `AND ${comesAfter(keys, isBackward, values.length + 1)}` : ""}
       ORDER BY ${orderBy(keys, isBackward)} LIMIT ${size + 1}
     ) listed CROSS JOIN LATERAL (SELECT * FROM snitches WHERE id = listed_id LIMIT 1) snitches
     ORDER BY ${orderBy(keys, isBackward)}`,
    [...values, ...(from ?? [])],
  );
  const hasMore = rows.length > size;
  const onPage = rows.slice(0, size);
  if (isBackward) onPage.reverse();
  const snitches: ListedSnitch[] = onPage.map(({ keys: _, ...row }) => ({
    ...row,
    interval: intervalOf(row),
  }));
  const buildCursor = (row?: { keys: string[] }) => (row ? formatCursor(row.keys) : null);
  return {
    snitches,
    previous: (isBackward ? hasMore : from) ? buildCursor(onPage[0]) : null,
    next: (isBackward ? from : hasMore) ? buildCursor(onPage.at(-1)) : null,
  };
}

/** How many snitches of the case match the filters. */
export async function countMatching(caseId: string, filters: ListFilters): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM snitches WHERE ${MATCHES_FILTERS}`,
    filterValues(caseId, filters),
  );
  return rows[0]?.count ?? 0;
}

/** How many snitches that match the filters are in the groups of these tags, by tag. The key "" is the group without a tag. */
export async function countGroups(
  caseId: string,
  filters: ListFilters,
  groups: Grouping,
  tags: string[],
): Promise<Map<string, GroupCounts>> {
  const { rows } = await pool.query<GroupCounts & { tag: string }>(
    `SELECT coalesce(tag, '') AS tag, count(*)::int AS count, (count(*) FILTER (WHERE status = 'failed'))::int AS failed,
       (count(*) FILTER (WHERE status = 'errored'))::int AS errored
     FROM snitches ${joinGroup(groups)}
     WHERE ${MATCHES_FILTERS} AND (tag IS NULL OR tag = ANY ($8)) GROUP BY tag`,
    [...filterValues(caseId, filters), prefixOf(groups), tags],
  );
  return new Map(rows.map(({ tag, ...counts }) => [tag, counts]));
}

export type StatusCounts = Record<Status, number>;

const NO_COUNTS: StatusCounts = { pending: 0, healthy: 0, failed: 0, errored: 0, paused: 0 };

/** How many snitches of each status match the other filters, and how many of the healthy ones are late. */
export async function countStatuses(
  caseId: string,
  { status: _, ...others }: ListFilters,
  now: Date,
): Promise<{ counts: StatusCounts; late: number }> {
  const { rows } = await pool.query<{ status: Status; count: number; late: number }>(
    `SELECT status::text AS status, count(*)::int AS count,
       (count(*) FILTER (WHERE status = 'healthy' AND deadline <= $7))::int AS late
     FROM snitches WHERE ${MATCHES_FILTERS} GROUP BY status`,
    [...filterValues(caseId, others), now],
  );
  return {
    counts: { ...NO_COUNTS, ...Object.fromEntries(rows.map(({ status, count }) => [status, count])) },
    late: rows.reduce((sum, { late }) => sum + late, 0),
  };
}

const MAX_TAGS_SHOWN = 20;

type Counted =
  | { status: Status; count: number; late: number; tag: null }
  | { tag: string; rank: number; isEnvironment: boolean };

/**
 * How many snitches of the case have each status, how many of the healthy ones are late (see `shownStatus`), and the case's most used
 * tags, each with the worst status of its snitches, and environments.
 */
export async function summarizeSnitches(
  caseId: string,
  now: Date,
): Promise<{
  counts: StatusCounts;
  late: number;
  tags: { tag: string; worst: Status }[];
  environments: string[];
}> {
  const rows = await prepared<Counted>(
    // Many snitches have the same tags and the same status.
    `WITH same AS MATERIALIZED (
       SELECT tags, environment, status, count(*) AS count, count(*) FILTER (WHERE status = 'healthy' AND deadline <= $2) AS late
       FROM snitches WHERE case_id = $1 GROUP BY tags, environment, status)
     SELECT status::text AS status, sum(count)::int AS count, sum(late)::int AS late, NULL AS tag, NULL::int AS rank,
       NULL::boolean AS "isEnvironment"
     FROM same GROUP BY status
     UNION ALL (
       SELECT NULL, NULL, NULL, tag, min(${WORST_FIRST}), false FROM same, unnest(tags) AS tag
       GROUP BY tag ORDER BY sum(count) DESC, tag LIMIT ${MAX_TAGS_SHOWN})
     UNION ALL (
       SELECT NULL, NULL, NULL, environment, 0, true FROM same WHERE environment <> ''
       GROUP BY environment ORDER BY sum(count) DESC, environment LIMIT ${MAX_TAGS_SHOWN})`,
    [caseId, now],
  );
  const counts = { ...NO_COUNTS };
  const tags: { tag: string; worst: Status }[] = [];
  const environments: string[] = [];
  let late = 0;
  for (const row of rows) {
    if (row.tag !== null) {
      if (row.isEnvironment) environments.push(row.tag);
      else tags.push({ tag: row.tag, worst: RANKED[row.rank] ?? "pending" });
      continue;
    }
    counts[row.status] = row.count;
    late += row.late;
  }
  return { counts, late, tags, environments };
}
