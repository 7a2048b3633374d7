import { findLatestEvent } from "@/lib/audit/latest";
import { db, pool } from "@/lib/platform/db";
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
  /** Who paused a paused snitch; null if the event is no longer kept. */
  pausedBy: string | null;
};

type SnitchOfCase = { id: string; caseId: string; token: string; status: Status };

/** The cause of a snitch’s status, as its page shows it. */
export async function findStatusCause({ id, caseId, token, status }: SnitchOfCase): Promise<StatusCause> {
  const isDown = status === "failed" || status === "errored";
  const [lastReport, erroredSince, notifications, pausedBy] = await Promise.all([
    findLastReport(id),
    status === "errored" ? findErroredSince(id) : null,
    isDown ? listNotifiedSinceWell(id) : [],
    status === "paused" ? findLatestEvent(caseId, token, "snitch.paused") : null,
  ]);
  return { lastReport, erroredSince, notifications, pausedBy: pausedBy?.actorName ?? null };
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
const MAX_ALERTS = 50;

async function listNotifiedSinceWell(snitchId: string): Promise<Notification[]> {
  const { rows } = await pool.query<{ id: string }>(
    `WITH first AS (
       SELECT id, at FROM alerts
       WHERE snitch_id = $1 AND kind IN ('missing', 'errored') AND "from" NOT IN ('failed', 'errored')
       ORDER BY at DESC LIMIT 1)
     SELECT id FROM first
     UNION (SELECT a.id FROM alerts a, first
       WHERE snitch_id = $1 AND kind IN ('missing', 'errored') AND a.at >= first.at ORDER BY a.at DESC LIMIT ${MAX_ALERTS})`,
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
