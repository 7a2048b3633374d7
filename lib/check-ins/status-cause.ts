import { findLatestEvent } from "@/lib/audit/latest";
import { db, pool } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/platform/durations";
import { isHealthy } from "@/lib/rules/report";
import type { Status } from "@/lib/rules/snitch-state";
import { NOTIFICATIONS, type Notification, notificationsOf } from "./timeline-notification";

/** Why a snitch has its status. */
export type StatusCause = {
  /** The latest check-in that counted; null if there is none. */
  lastReport: { at: Date; isHealthy: boolean; exitStatus: string; message: string } | null;
  /** Since when an errored snitch has been errored. */
  erroredSince: Date | null;
  /** Who was notified since the snitch was last well: the latest e-mail to each address and delivery to each webhook. */
  notifications: Notification[];
  /** Who paused a paused snitch; null if it was paused automatically, or the event is no longer kept. */
  pausedBy: string | null;
};

type SnitchOfCase = { id: string; caseId: string; token: string; status: Status; pausedAt: Date | null };

/** The cause of a snitch’s status, as its page shows it. */
export async function findStatusCause(snitch: SnitchOfCase): Promise<StatusCause> {
  const { id, status } = snitch;
  const isDown = status === "failed" || status === "errored";
  const [lastReport, erroredSince, notifications, pausedBy] = await Promise.all([
    findLastReport(id),
    status === "errored" ? findErroredSince(id) : null,
    isDown ? listNotifiedSinceWell(id) : [],
    status === "paused" ? findWhoPaused(snitch) : null,
  ]);
  return { lastReport, erroredSince, notifications, pausedBy };
}

/** The event has the time of the database, the pause that of the process. */
const CLOCK_TOLERANCE_MS = MINUTE_MS;

async function findWhoPaused({ caseId, token, pausedAt }: SnitchOfCase): Promise<string | null> {
  const event = await findLatestEvent(caseId, token, "snitch.paused");
  // An automatic pause has no event: then the latest one is of an earlier pause.
  const isOfThisPause = event && pausedAt && event.at.getTime() >= pausedAt.getTime() - CLOCK_TOLERANCE_MS;
  return isOfThisPause ? event.actorName : null;
}

async function findLastReport(snitchId: string): Promise<StatusCause["lastReport"]> {
  const { rows } = await pool.query<{ at: Date; exitStatus: string; message: string }>(
    `SELECT at, exit_status AS "exitStatus", message FROM check_ins WHERE snitch_id = $1 AND accepted
     ORDER BY at DESC, id DESC LIMIT 1`,
    [snitchId],
  );
  const [last] = rows;
  return last ? { ...last, isHealthy: isHealthy(last) } : null;
}

async function findErroredSince(snitchId: string): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date }>(
    `SELECT at FROM alerts WHERE snitch_id = $1 AND kind = 'errored' AND "from" <> 'errored'
     ORDER BY at DESC LIMIT 1`,
    [snitchId],
  );
  return rows[0]?.at ?? null;
}

/** A job that runs every minute and is missing for days has thousands of alerts. */
const MAX_ALERTS_OF_A_KIND = 25;

async function listNotifiedSinceWell(snitchId: string): Promise<Notification[]> {
  // Each part reads few rows of the index on snitch, kind and time.
  const { rows } = await pool.query<{ id: string }>(
    `WITH well AS (
       SELECT coalesce(max(at), '-infinity') AS at FROM alerts WHERE snitch_id = $1 AND kind = 'reporting')
     SELECT found.id FROM well, (VALUES ('missing'::alert_kind), ('errored')) AS bad (kind), LATERAL (
       (SELECT id FROM alerts WHERE snitch_id = $1 AND kind = bad.kind AND at > well.at ORDER BY at LIMIT 1)
       UNION
       (SELECT id FROM alerts WHERE snitch_id = $1 AND kind = bad.kind AND at > well.at
        ORDER BY at DESC LIMIT ${MAX_ALERTS_OF_A_KIND})
     ) AS found`,
    [snitchId],
  );
  const alerts = await db.alert.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    orderBy: { at: "asc" },
    select: NOTIFICATIONS,
  });
  const latest = new Map(
    alerts.flatMap(notificationsOf).map((one) => [`${one.how} ${one.to.toLowerCase()}`, one]),
  );
  return [...latest.values()];
}
