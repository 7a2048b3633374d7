import { ALL_KINDS } from "@/lib/channel-kinds/find";
import { formatServiceName } from "@/lib/channels/name";
import { readableHost } from "@/lib/channels/target";
import { CANARY } from "@/lib/metrics/canary";
import { pool } from "@/lib/platform/db";
import { firstIdSince } from "@/lib/platform/first-id-since";
import { DAY_MS } from "@/lib/rules/durations";

/** A message that waits longer than this is stuck. A first attempt follows within seconds, and three retries within three minutes. */
const MAX_WAIT = "interval '15 minutes'";
/** What was given up earlier is not listed: no one sends an alert that old. */
const MAX_AGE_MS = 30 * DAY_MS;
const PAGE_SIZE = 100;

/** `email`, or a kind of channel. */
export type StuckQuery = { search?: string; kind?: string; after?: string };

/** An email or a delivery that failed for good, or waits longer than it should. Without secrets. */
export type StuckMessage = {
  id: string;
  outbox: "email" | "delivery";
  caseName: string | null;
  snitchName: string | null;
  /** What people call the service: “Email”, “Slack”. */
  service: string;
  /** The name that people gave the channel; empty for an email. */
  channelName: string;
  /** The host of a channel, or the address of an email. */
  target: string;
  since: Date;
  attempts: number;
  /** Null while it waits. */
  gaveUpAt: Date | null;
  /** When it is tried next. */
  dueAt: Date;
  /** The last attempt's outcome; null if none was recorded. */
  outcome: string | null;
  status: number | null;
  /** Why it cannot be tried again; null if it can. */
  obstacle: "switched_off" | "content_deleted" | null;
};

/** The content of all other kinds is deleted when they are given up, because it has secret links. */
const CAN_BE_REBUILT = "e.kind IN ('alert', 'pending_reminder', 'paused_reminder')";

const isLate = (row: string, attemptOf: string) =>
  `${row}.created_at < now() - ${MAX_WAIT}
   AND (${row}.due_at < now() - ${MAX_WAIT} OR EXISTS (SELECT FROM attempts t WHERE t.${attemptOf} = ${row}.id))`;

// What was given up is read backwards from an index, and what is pending from another one, which OFFSET keeps Postgres from leaving for
// the order. What waits for quiet hours, a channel’s hours or a storm is not stuck, unless no one sends it.
const EMAILS = {
  gaveUp: `emails e LEFT JOIN cases c ON c.id = e.case_id
    WHERE e.gave_up_at IS NOT NULL AND e.skip_reason IS NULL AND e.mark IS NULL AND e.id >= $5`,
  waiting: `(SELECT * FROM emails WHERE sent_at IS NULL AND gave_up_at IS NULL OFFSET 0) e LEFT JOIN cases c ON c.id = e.case_id
    WHERE ${isLate("e", "email_id")} AND (e.held_for IS NULL OR e.due_at < now() - ${MAX_WAIT})`,
};
const DELIVERIES = {
  gaveUp: `deliveries d JOIN channels w ON w.id = d.channel_id JOIN cases c ON c.id = w.case_id
    WHERE d.gave_up_at IS NOT NULL AND d.superseded_at IS NULL AND d.id >= $5`,
  waiting: `(SELECT * FROM deliveries WHERE accepted_at IS NULL AND gave_up_at IS NULL OFFSET 0) d
      JOIN channels w ON w.id = d.channel_id JOIN cases c ON c.id = w.case_id
    WHERE ${isLate("d", "delivery_id")} AND (NOT d.is_held OR d.due_at < now() - ${MAX_WAIT})`,
};

const isWanted = (row: string) =>
  `($1::uuid IS NULL OR ${row}.id < $1)
   AND ($2::text IS NULL OR position(lower($2) IN lower(c.name)) > 0 OR c.id::text = lower($2))`;
const WANTED_EMAIL = `${isWanted("e")} AND coalesce($3::text, 'email') = 'email'`;
// A test that fails is seen by the person who sends it.
const WANTED_DELIVERY = `${isWanted("d")} AND w.kind = coalesce($3::text, w.kind)
  AND d.event IS DISTINCT FROM 'test' AND c.id <> $4`;

const IDS = [
  ...Object.values(EMAILS).map((from) => `SELECT e.id FROM ${from} AND ${WANTED_EMAIL} ORDER BY e.id`),
  ...Object.values(DELIVERIES).map((from) => `SELECT d.id FROM ${from} AND ${WANTED_DELIVERY} ORDER BY d.id`),
]
  .map((part) => `(${part} DESC LIMIT ${PAGE_SIZE + 1})`)
  .join(" UNION ALL ");

const LAST_ATTEMPT = (column: string, row: string) =>
  `LEFT JOIN LATERAL (SELECT outcome, status FROM attempts WHERE ${column} = ${row}.id ORDER BY id DESC LIMIT 1) AS last ON true`;

const LIST = `
  WITH stuck AS MATERIALIZED (SELECT id FROM (${IDS}) AS parts ORDER BY id DESC LIMIT ${PAGE_SIZE + 1})
  SELECT e.id, 'email' AS outbox, c.name AS "caseName", s.name AS "snitchName", 'email' AS kind, '' AS "channelName",
    e.address AS target, e.created_at AS since, e.attempts, e.gave_up_at AS "gaveUpAt", e.due_at AS "dueAt",
    last.outcome, last.status,
    CASE WHEN e.gave_up_at IS NOT NULL AND NOT (${CAN_BE_REBUILT}) THEN 'content_deleted' END AS obstacle
  FROM stuck JOIN emails e USING (id) LEFT JOIN cases c ON c.id = e.case_id LEFT JOIN snitches s ON s.id = e.snitch_id
  ${LAST_ATTEMPT("email_id", "e")}
  UNION ALL
  SELECT d.id, 'delivery', c.name, s.name, w.kind, w.name, w.url, d.created_at, d.attempts, d.gave_up_at, d.due_at,
    last.outcome, last.status, CASE WHEN w.disabled_at IS NOT NULL THEN 'switched_off' END
  FROM stuck JOIN deliveries d USING (id) JOIN channels w ON w.id = d.channel_id JOIN cases c ON c.id = w.case_id
    LEFT JOIN alerts a ON a.id = d.alert_id LEFT JOIN incidents i ON i.id = d.incident_id
    LEFT JOIN snitches s ON s.id = coalesce(a.snitch_id, i.snitch_id)
  ${LAST_ATTEMPT("delivery_id", "d")}
  ORDER BY id DESC`;

/**
 * The emails and deliveries of all cases that were given up in the last 30 days or wait for more than a quarter of an hour, newest
 * first, for the operator. `next` is the `after` of the next page, or null on the last page.
 */
export async function listStuck({ search, kind, after }: StuckQuery, now: Date) {
  const { rows } = await pool.query<Omit<StuckMessage, "service"> & { kind: string }>(LIST, [
    after ?? null,
    search ?? null,
    kind ?? null,
    CANARY.caseId,
    firstIdSince(now.getTime() - MAX_AGE_MS),
  ]);
  const messages = rows.slice(0, PAGE_SIZE).map(({ kind: of, ...row }): StuckMessage => {
    const isEmail = row.outbox === "email";
    return {
      ...row,
      service: isEmail ? "Email" : formatServiceName(of),
      target: isEmail ? row.target : readableHost(row.target),
    };
  });
  return { messages, next: rows.length > PAGE_SIZE ? (messages.at(-1)?.id ?? null) : null };
}

/** What a message can be, for a filter: email, or a kind of channel. */
export const STUCK_KINDS: { kind: string; label: string }[] = [
  { kind: "email", label: "Email" },
  ...ALL_KINDS.map(({ kind, label }) => ({ kind, label })),
];
