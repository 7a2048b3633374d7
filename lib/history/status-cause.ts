import { findLatestEvent } from "@/lib/audit/latest";
import { prepared } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import type { AlertRun } from "@/lib/rules/runs/alert-run";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { Status } from "@/lib/rules/state/snitch-state";
import { IS_ERROR, IS_REPORT } from "@/lib/snitches/reports";
import { listMessages, listSentNotifications, type SentNotification } from "./sent-notification";

/** What was wrong with a run. `at`: when it reached its limit, or finished. */
export type RunFault = { cause: AlertCause; at: Date; run: AlertRun };

/** Why a snitch has its status. */
export type StatusCause = {
  /** The latest check-in that counted; null if there is none. */
  lastReport: {
    at: Date;
    isHealthy: boolean;
    /** Whether its run broke a rule of the snitch. Then its exit status does not say that it is an error. */
    isViolation: boolean;
    exitStatus: string;
    message: string;
  } | null;
  /** The run because of which the snitch is missing or errored; null if there is none. */
  fault: RunFault | null;
  /** Since when an errored snitch has been errored. */
  erroredSince: Date | null;
  /** Who was notified since the snitch was last well: the latest email to each address and delivery to each webhook. */
  notifications: SentNotification[];
  /** Who paused a paused snitch; null if it was paused automatically, or the event is no longer kept. */
  pausedBy: string | null;
};

type SnitchOfCase = { id: string; caseId: string; token: string; status: Status; pausedAt: Date | null };

/** The cause of a snitch’s status, as its page shows it. */
export async function findStatusCause(snitch: SnitchOfCase): Promise<StatusCause> {
  const { id, status } = snitch;
  const isDown = status === "failed" || status === "errored";
  const [lastReport, fault, erroredSince, notifications, pausedBy] = await Promise.all([
    findLastReport(id),
    isDown ? findFault(id, status) : null,
    status === "errored" ? findErroredSince(id) : null,
    isDown ? listNotifiedSinceWell(id) : [],
    status === "paused" ? findWhoPaused(snitch) : null,
  ]);
  return { lastReport, fault, erroredSince, notifications, pausedBy };
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
  const rows = await prepared<NonNullable<StatusCause["lastReport"]>>(
    `SELECT at, exit_status AS "exitStatus", message, NOT ${IS_ERROR} AS "isHealthy",
       kind = 'violation' AS "isViolation"
     FROM check_ins WHERE snitch_id = $1 AND ${IS_REPORT}
     ORDER BY at DESC, id DESC LIMIT 1`,
    [snitchId],
  );
  return rows[0] ?? null;
}

async function findFault(snitchId: string, status: "failed" | "errored"): Promise<RunFault | null> {
  const [latest] = await prepared<RunFault & { run: AlertRun | null }>(
    `SELECT cause::text AS cause, at, run FROM alerts WHERE snitch_id = $1 AND kind = $2::alert_kind AND disproved_at IS NULL
     ORDER BY at DESC LIMIT 1`,
    [snitchId, status === "failed" ? "missing" : "errored"],
  );
  return latest?.run && RUN_CAUSES.includes(latest.cause) ? latest : null;
}

/** Why an errored snitch was last alerted; null if that is no longer known. */
export async function findErrorCause(snitchId: string): Promise<AlertCause | null> {
  const [latest] = await prepared<{ cause: AlertCause | null }>(
    `SELECT cause::text AS cause FROM alerts WHERE snitch_id = $1 AND kind = 'errored' ORDER BY at DESC LIMIT 1`,
    [snitchId],
  );
  return latest?.cause ?? null;
}

/** The causes that only a run can have. */
const RUN_CAUSES: AlertCause[] = ["overran", "too_short", "check"];

async function findErroredSince(snitchId: string): Promise<Date | null> {
  const [latest] = await prepared<{ at: Date }>(
    `SELECT at FROM alerts WHERE snitch_id = $1 AND kind = 'errored' AND "from" <> 'errored'
     ORDER BY at DESC LIMIT 1`,
    [snitchId],
  );
  return latest?.at ?? null;
}

/** A job that runs every minute and is missing for days has thousands of alerts. */
const MAX_ALERTS_OF_A_KIND = 25;

async function listNotifiedSinceWell(snitchId: string): Promise<SentNotification[]> {
  // Each part reads few rows of the index on snitch, kind and time.
  const alerts = await prepared<{ id: string }>(
    `WITH well AS (
       SELECT coalesce(max(at), '-infinity') AS at FROM alerts WHERE snitch_id = $1 AND kind = 'reporting')
     SELECT found.id FROM well, (VALUES ('missing'::alert_kind), ('errored')) AS bad (kind), LATERAL (
       (SELECT id, at FROM alerts WHERE snitch_id = $1 AND kind = bad.kind AND at > well.at ORDER BY at LIMIT 1)
       UNION
       (SELECT id, at FROM alerts WHERE snitch_id = $1 AND kind = bad.kind AND at > well.at
        ORDER BY at DESC LIMIT ${MAX_ALERTS_OF_A_KIND})
     ) AS found ORDER BY found.at`,
    [snitchId],
  );
  const messages = await listMessages(alerts.map(({ id }) => id));
  const notifications = alerts.flatMap(({ id }) => listSentNotifications(messages.get(id) ?? []));
  const latest = new Map(notifications.map((one) => [one.target, one]));
  return [...latest.values()];
}
