import { readHints } from "@/lib/cases/hint-input";
import { prepared, query } from "@/lib/platform/db";
import { findHint, type Hint, type ReportedError } from "@/lib/rules/incidents/hints";
import type { Severity } from "@/lib/rules/incidents/incident";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { MissFacts } from "@/lib/rules/state/explain-miss";
import { IS_REPORT, shortMessage } from "@/lib/snitches/reports";
import { INCIDENT_COLUMNS, type IncidentColumns, type ListedIncident, toListedIncident } from "./list";

/**
 * What is known about the cause of an incident: from its latest alert of a miss or an error, unless said otherwise. If the job has not
 * run since an error, from the alert of that error.
 */
export type IncidentCause = {
  /** Empty for misses, and for deleted alerts of earlier releases. */
  exitStatus: string;
  /** What the job wrote; of several lines, in a list, the end. */
  message: string;
  run: AlertRun | null;
  /** What was expected when it was missed first; null if no deadline was. */
  missed: Pick<MissFacts, "runAt" | "periodEndsAt"> | null;
  /** The last healthy check-in before it. */
  lastCheckedInAt: Date | null;
  /** The machine of the run, or of the last run before; empty if no job said it. */
  host: string;
  /** If an error turned into a miss: the cause of that error, after which the job hasn't run. Null otherwise. */
  beforeMiss: AlertCause | null;
};

/** What the API says about the cause of an incident. */
export type BriefCause = Pick<IncidentCause, "exitStatus" | "message" | "host"> & {
  /** When the job last reported, whatever it said; null if it never did. */
  lastReportAt: Date | null;
  hint: Hint | null;
};

/** An incident as the list of incidents and its own page show it. */
export type IncidentRow = ListedIncident & { tags: string[]; reported: IncidentCause };

export const INCIDENT_GROUPS = ["cause", "machine", "tag"] as const;
export type IncidentGroup = (typeof INCIDENT_GROUPS)[number];

/** Which incidents a list has. Those that are acknowledged come after those that are not. */
export type RowFilter = {
  status: "open" | "closed";
  /** Part of the name, of the machine, or of what the job wrote. */
  search: string;
  tags: string[];
  severity: Severity | null;
  /** The machine of the run, or of the last run before. */
  host: string | null;
  after: RowCursor | null;
};

/** The incident after which a page begins, and whether it was acknowledged then. */
export type RowCursor = { id: string; isAcknowledged: boolean };

/** The latest of the alerts about what is wrong. Each part reads few rows of the index on snitch, kind and time. */
const LATEST = (["missing", "errored"] as const)
  .map(
    (kind) => `(SELECT kind, cause, at, exit_status, message, run, last_checked_in_at FROM alerts a
      WHERE a.snitch_id = i.snitch_id AND a.kind = '${kind}' AND a.at >= i.opened_at AND a.incident_id = i.id
        AND NOT a.is_reminder ORDER BY at DESC LIMIT 1)`,
  )
  .join(" UNION ALL ");

/** Since when it is missing: further misses, and late reports of earlier ones, do not change that. */
const FIRST_MISS = `(SELECT facts->'missed' FROM alerts a
  WHERE a.snitch_id = i.snitch_id AND a.kind = 'missing' AND a.at >= i.opened_at AND a.incident_id = i.id
    AND NOT a.is_reminder AND a.disproved_at IS NULL AND a.facts->'missed' IS NOT NULL ORDER BY at LIMIT 1)`;

/** The latest alert; an error instead of the misses after it, if the job has not run in between. */
const BAD = `SELECT *, kind = 'errored' AND i.cause = 'missed' AND at < max(at) OVER ()
    AND NOT coalesce(max(last_checked_in_at) OVER () > at, false) AS is_before_miss
  FROM (${LATEST}) AS both_kinds ORDER BY is_before_miss DESC, at DESC LIMIT 1`;

/** What the job wrote: if its report has no text, the last log of the run that failed. */
const WRITTEN = `SELECT CASE WHEN bad.message ~ '\\S' THEN bad.message ELSE coalesce(
  (SELECT message FROM check_ins c WHERE c.snitch_id = i.snitch_id AND c.kind = 'log' AND c.message <> ''
    AND c.run_id = (bad.run->>'id')::uuid AND c.at BETWEEN (bad.run->>'started_at')::timestamptz AND bad.at
    ORDER BY c.at DESC LIMIT 1), '') END AS message LIMIT 1`;

const MAX_MESSAGE = 300;

/** The cause of the error after which the job has not run. An alert of an early release has none. */
const BEFORE_MISS = "CASE WHEN bad.is_before_miss THEN coalesce(bad.cause::text, 'error') END";

const HOST = "coalesce(nullif(bad.run->>'host', ''), r.host, '')";

/** The facts about each incident `i`. Each `LIMIT` has Postgres look up the few rows of a page, instead of reading all snitches and runs. */
const JOINS = `
  JOIN LATERAL (SELECT * FROM snitches WHERE id = i.snitch_id LIMIT 1) s ON true
  LEFT JOIN LATERAL (SELECT token, name FROM snitches WHERE id = i.held_by LIMIT 1) p ON true
  LEFT JOIN LATERAL (${BAD}) bad ON true
  LEFT JOIN LATERAL (${WRITTEN}) written ON true
  LEFT JOIN LATERAL (SELECT host FROM runs
    WHERE snitch_id = s.id AND at = s.last_run_at AND id = s.last_run_id LIMIT 1) r ON true`;

type Row = IncidentColumns & IncidentCause & { tags: string[] };

/** `message`: what the job wrote, or a part of it. `incidents`: those that are selected from. */
const select = (message: string, incidents = "incidents") => `
  SELECT ${INCIDENT_COLUMNS}, s.tags, coalesce(bad.exit_status, '') AS "exitStatus", ${message} AS message, bad.run,
    ${FIRST_MISS} AS missed, ${HOST} AS host, ${BEFORE_MISS} AS "beforeMiss",
    coalesce(bad.last_checked_in_at, CASE WHEN s.checked_in_at < i.opened_at THEN s.checked_in_at END) AS "lastCheckedInAt"
  FROM ${incidents} i ${JOINS}`;

function toIncidentRow({
  exitStatus,
  message,
  run,
  missed,
  lastCheckedInAt,
  host,
  beforeMiss,
  tags,
  ...row
}: Row): IncidentRow {
  const reported = { exitStatus, message, run, missed, lastCheckedInAt, host, beforeMiss };
  return { tags, reported, ...toListedIncident(row) };
}

const ORDER: Record<RowFilter["status"], string> = {
  open: "i.acknowledged_at IS NOT NULL, i.id DESC",
  closed: "i.id DESC",
};

/** Incidents of the case, newest first; of the open ones, those that no one has acknowledged come first. In one statement. */
export async function listIncidentRows(
  caseId: string,
  { status, search, tags, severity, host, after }: RowFilter,
  limit: number,
): Promise<IncidentRow[]> {
  const conditions = [
    "i.case_id = $1",
    status === "open" ? "i.closed_at IS NULL" : "i.closed_at IS NOT NULL",
  ];
  const values: unknown[] = [caseId];
  if (severity) conditions.push(`i.severity = $${values.push(severity)}::severity`);
  if (tags.length > 0) conditions.push(`s.tags @> $${values.push(tags)}::text[]`);
  if (host) conditions.push(`${HOST} = $${values.push(host)}`);
  if (search) {
    const text = `lower($${values.push(search)})`;
    const places = ["s.name", HOST, "written.message"];
    conditions.push(`(${places.map((place) => `position(${text} IN lower(${place})) > 0`).join(" OR ")})`);
  }
  if (after) {
    const isOlder = `i.id < $${values.push(after.id)}`;
    if (status === "closed") conditions.push(isOlder);
    else if (after.isAcknowledged) conditions.push(`i.acknowledged_at IS NOT NULL AND ${isOlder}`);
    else conditions.push(`(i.acknowledged_at IS NOT NULL OR ${isOlder})`);
  }
  const where = `WHERE ${conditions.join(" AND ")} ORDER BY ${ORDER[status]} LIMIT ${limit}`;
  const message = shortMessage("written.message", MAX_MESSAGE);
  // A search needs these facts for every incident; otherwise they are read only for the page's.
  const text =
    search || host
      ? `${select(message)} ${where}`
      : `${select(message, `(SELECT i.* FROM incidents i${tags.length > 0 ? " JOIN snitches s ON s.id = i.snitch_id" : ""} ${where})`)} ORDER BY ${ORDER[status]}`;
  // Without filters, as the page is opened; with them the texts would be many. The limit is a part of the text: to keep a plan, Postgres must know it.
  const rows = await (values.length === 1 ? prepared : query)<Row>(text, values);
  return rows.map(toIncidentRow);
}

/** The open incident of each of these snitches of a case, by the id of the snitch. */
export async function findOpenIncidentRows(
  caseId: string,
  snitchIds: string[],
): Promise<Map<string, IncidentRow>> {
  if (snitchIds.length === 0) return new Map();
  const rows = await prepared<Row>(
    `${select(shortMessage("written.message", MAX_MESSAGE))} WHERE i.case_id = $1 AND i.snitch_id = ANY($2::uuid[]) AND i.closed_at IS NULL`,
    [caseId, snitchIds],
  );
  return new Map(rows.map((row) => [row.snitch.id, toIncidentRow(row)]));
}

/** The incident of this case with this id and all that the job wrote. Null if there is none, or it belongs to another case. */
export async function findIncidentRow(caseId: string, id: string): Promise<IncidentRow | null> {
  const [row] = await query<Row>(`${select("written.message")} WHERE i.case_id = $1 AND i.id = $2`, [
    caseId,
    id,
  ]);
  return row ? toIncidentRow(row) : null;
}

/** The causes of a case's incidents, by their ids, with the end of messages of several lines. */
export async function listCauses(ids: string[]): Promise<Map<string, BriefCause>> {
  const rows = await query<Omit<BriefCause, "hint"> & { id: string; hints: Hint[]; reported: ReportedError }>(
    `SELECT i.id, coalesce(bad.exit_status, '') AS "exitStatus", ${shortMessage("written.message", MAX_MESSAGE)} AS message,
       ${HOST} AS host,
       (SELECT at FROM check_ins WHERE snitch_id = s.id AND ${IS_REPORT} ORDER BY at DESC LIMIT 1) AS "lastReportAt",
       c.hints, json_build_object('cause', coalesce(${BEFORE_MISS}, i.cause::text), 'exitStatus', coalesce(bad.exit_status, ''),
         'message', CASE WHEN c.hints <> '[]' THEN coalesce(written.message, '') END) AS reported
     FROM incidents i JOIN cases c ON c.id = i.case_id ${JOINS} WHERE i.id = ANY($1::uuid[])`,
    [ids],
  );
  return new Map(
    rows.map(({ id, hints, reported, ...cause }) => [
      id,
      { ...cause, hint: findHint(readHints(hints), reported) },
    ]),
  );
}

const MAX_TAGS = 30;

/** The tags of the snitches with open incidents, those of most incidents first. */
export async function listTagsOfOpenIncidents(caseId: string): Promise<string[]> {
  const rows = await prepared<{ tag: string }>(
    `SELECT tag FROM incidents i JOIN snitches s ON s.id = i.snitch_id, unnest(s.tags) AS tag
     WHERE i.case_id = $1 AND i.closed_at IS NULL GROUP BY tag ORDER BY count(*) DESC, tag LIMIT ${MAX_TAGS}`,
    [caseId],
  );
  return rows.map(({ tag }) => tag);
}
