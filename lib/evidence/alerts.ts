import { z } from "zod";
import { onlyCaptured } from "@/lib/mail/capture";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";
import { rowsInOrder } from "./rows";

const time = z.iso.datetime({ precision: 3 });
const KINDS = ["missing", "errored", "reporting", "paused"] as const;

/** The JSON of an alert in a report. */
export const reportedAlert = z.object({
  id: z.uuid().meta({ examples: ["019e7140-1b80-7c3e-9d15-0f6f8e2b7a45"] }),
  kind: z.enum(KINDS),
  cause: z
    .enum(ALERT_CAUSES)
    .nullable()
    .meta({ description: "Null if the job doesn’t report runs.", examples: ["missed"] }),
  severity: z.enum(SEVERITIES).meta({ examples: ["critical"] }),
  incident: z
    .uuid()
    .nullable()
    .meta({ description: "The id of its incident.", examples: ["019e7140-1b80-7c3e-9d15-0f6f8e2b7a44"] }),
  due_at: time.meta({
    description: "When it happened: the deadline that was missed, or the time of the report.",
    examples: ["2026-05-29T00:00:00.000Z"],
  }),
  raised_at: time.meta({ description: "When it was raised.", examples: ["2026-05-29T00:01:00.000Z"] }),
  held_until: time.nullable().meta({
    description: "Until when its notification had to wait; null if it didn’t.",
  }),
  sent_at: time.nullable().meta({
    description: "When the first notification was sent; null if none was.",
    examples: ["2026-05-29T00:01:01.000Z"],
  }),
  delivered_at: time.nullable().meta({
    description: "When the first mail server or service accepted one; null if none did.",
    examples: ["2026-05-29T00:01:02.000Z"],
  }),
  acknowledged_at: time
    .nullable()
    .meta({ description: "When its incident was acknowledged.", examples: ["2026-05-29T00:12:00.000Z"] }),
  acknowledged_by: z
    .string()
    .nullable()
    .meta({ examples: ["ada@example.com"] }),
});

/** The JSON of an alert in an export. */
export const exportedAlert = z.object({
  id: reportedAlert.shape.id,
  snitch: z.string().meta({ description: "The token of the snitch.", examples: ["c2354d53d2b1a4f0"] }),
  name: z.string().meta({ description: "The name of the snitch.", examples: ["Nightly backup"] }),
  ...reportedAlert.omit({ id: true }).shape,
});

type ExportedAlert = z.output<typeof exportedAlert>;

type Times = "heldUntil" | "sentAt" | "deliveredAt" | "acknowledgedAt";

type Row = Omit<ExportedAlert, `${string}_at` | "held_until" | "acknowledged_by"> &
  Record<Times, Date | null> & { at: Date; raisedAt: Date; acknowledgedBy: string | null };

/** That a phone did not get a message is a failure, although its service had accepted it. */
const DELIVERED = `CASE WHEN d.proof ~ '^(undelivered|failed)' THEN NULL ELSE d.accepted_at END`;

/** When an alert `a` was sent and delivered first, and until when an email waited. An email in a summary has the times of that one. */
const MESSAGES = `LEFT JOIN LATERAL (
  SELECT min(one.sent_at) AS sent_at, min(one.delivered_at) AS delivered_at, max(one.held_until) AS held_until FROM (
    SELECT (SELECT min(at) FROM attempts WHERE email_id = o.id) AS sent_at, o.sent_at AS delivered_at,
      CASE WHEN e.held_for IS NOT NULL THEN e.due_at END AS held_until
    FROM emails e JOIN emails o ON o.id = coalesce(e.summary_id, e.id) WHERE e.alert_id = a.id AND NOT ${onlyCaptured("o.id")}
    UNION ALL
    SELECT (SELECT min(at) FROM attempts WHERE delivery_id = d.id), ${DELIVERED}, NULL FROM deliveries d WHERE d.alert_id = a.id
  ) one) m ON true`;

const SELECT = `a.id, s.token AS snitch, s.name, a.kind::text AS kind, a.cause::text AS cause, coalesce(i.severity, s.severity)::text AS severity,
  a.incident_id AS incident, a.at, a.created_at AS "raisedAt",
  greatest(m.held_until, CASE WHEN a.hold IS NOT NULL THEN (a.facts->'telling'->>'heldUntil')::timestamptz END) AS "heldUntil",
  m.sent_at AS "sentAt", m.delivered_at AS "deliveredAt", i.acknowledged_at AS "acknowledgedAt", i.acknowledged_by AS "acknowledgedBy"`;

const JOINS = `JOIN snitches s ON s.id = a.snitch_id LEFT JOIN incidents i ON i.id = a.incident_id ${MESSAGES}`;

const PAGE = 500;

/** The alerts about these snitches that were due in a range, in order of time. */
export async function* exportAlerts(
  snitchIds: string[],
  range: { from: Date; to: Date },
): AsyncGenerator<ExportedAlert[]> {
  // All kinds: with their names, the index that begins with snitch and kind finds each.
  const source = { table: "alerts", time: "at", condition: `t.kind = ANY ('{${KINDS}}')` } as const;
  const columns = { alias: "a", select: SELECT, joins: JOINS };
  for await (const rows of rowsInOrder<Row>(source, columns, snitchIds, range, PAGE))
    yield rows.map(presentAlert);
}

const presentAlert = ({
  at,
  raisedAt,
  heldUntil,
  sentAt,
  deliveredAt,
  acknowledgedAt,
  acknowledgedBy,
  ...alert
}: Row): ExportedAlert => ({
  ...alert,
  due_at: at.toISOString(),
  raised_at: raisedAt.toISOString(),
  held_until: heldUntil?.toISOString() ?? null,
  sent_at: sentAt?.toISOString() ?? null,
  delivered_at: deliveredAt?.toISOString() ?? null,
  acknowledged_at: acknowledgedAt?.toISOString() ?? null,
  acknowledged_by: acknowledgedBy,
});
