import { prepared } from "@/lib/platform/db";
import type { AlertKind, EmailKind } from "@/lib/platform/generated/enums";
import { lateFactsOf, type Reported } from "@/lib/rules/history/late-text";
import { HOLDS, type Hold } from "@/lib/rules/incidents/incident";
import type { Because } from "@/lib/rules/notifications/because";
import { isReportedLate } from "@/lib/rules/reports/age";
import type { CheckInKind } from "@/lib/rules/reports/check-in";
import type { Run } from "@/lib/rules/runs/run";
import { readStoredFacts, type StoredFacts } from "@/lib/rules/state/alert-facts";
import type { Status } from "@/lib/rules/state/snitch-state";
import { RUN_COLUMNS, toRun } from "@/lib/runs/store";
import { IS_ERROR } from "@/lib/snitches/reports";
import { whyNotNotified } from "./explain-notifications";
import type { RunCheckIn } from "./list-check-ins-of-run";
import {
  buildNotification,
  listMessages,
  listSentNotifications,
  type NotificationRow,
  notifiedLaterAt,
  readAttempts,
  type SentNotification,
  selectAttempts,
} from "./sent-notification";
import { afterCursor, type EntryKind, type TimelineCursor } from "./timeline-cursor";

type EntryOf<Kind extends EntryKind> = { kind: Kind; id: string; at: Date };
/** How long after the end of the period before its check-in came, if that was late (`markLate`). */
type WithLate = { lateMs?: number };
type WithNotifications = { notifications: SentNotification[] };

export type Entry =
  | (EntryOf<"check_in"> &
      WithLate & {
        isHealthy: boolean;
        /** Whether the snitch was paused at that time. No one is alerted of an error during a pause. */
        wasPaused: boolean;
        /** False if the rate limit refused it. Such a check-in is only shown. */
        accepted: boolean;
        signal: CheckInKind;
        exitStatus: string;
        message: string;
        from: string;
        /** When it came; absent if that was not late. */
        lateAt?: Date;
      })
  /** A run, at the time of its first signal. Its start and its finish are not entries of their own. */
  | (EntryOf<"run"> & WithLate & { run: Run; message: string; wasPaused: boolean; receivedAt?: Date })
  /** `isReminder`: it only repeats an earlier notification. `isNotified`: whether anyone was alerted. */
  | (EntryOf<"alert"> &
      WithNotifications & {
        alert: AlertKind;
        from: Status;
        isReminder: boolean;
        isNotified: boolean;
        /** `hold`: why the notification had to wait. `whyNotNotified`: why there was none. `notifiedLaterAt`: when it came, if it had to wait. */
        hold: Hold | null;
        isExcused: boolean;
        whyNotNotified: Because | null;
        notifiedLaterAt: Date | null;
        /** The late report that it is about, or that shows that it was wrong; absent if there is none. */
        late?: Reported;
        isDisproved?: true;
      })
  | (EntryOf<"reminder"> & WithNotifications & { reminder: EmailKind })
  | (EntryOf<"unpaused"> & { pausedAt: Date })
  | (EntryOf<"unknown_miss"> & { gapStartsAt: Date; gapEndsAt: Date });

/** The filters of a timeline. `notifications`: alerts and reminders that were sent. */
export const TIMELINE_FILTERS = ["all", "check_ins", "errors", "changes", "notifications"] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

/** A query for the newest entries of a snitch after a cursor. */
export type EntryQuery = { snitchId: string; after: TimelineCursor | null; limit: number };

/** When a check-in came, if it was reported late. */
const lateAtOf = (at: Date, receivedAt: Date | null) =>
  receivedAt && isReportedLate({ at, receivedAt }) ? { lateAt: receivedAt } : {};

/** When the report of a run came that was received last, if it had happened before. */
const RECEIVED_AT = `(SELECT max(c.received_at) FROM check_ins c WHERE c.snitch_id = r.snitch_id
  AND c.at IN (r.at, r.started_at, r.ended_at, r.last_finish_at) AND c.run_id = r.id)`;

/** Whether the snitch `$1` was paused at this time. */
const wasPaused = (at: string) => `(EXISTS (
    SELECT FROM pauses p WHERE p.snitch_id = $1 AND p.starts_at <= ${at} AND ${at} < p.ends_at)
  OR EXISTS (SELECT FROM snitches WHERE id = $1 AND status = 'paused' AND paused_at <= ${at}))`;

type SelectedCheckIn = Omit<RunCheckIn, "kind"> & {
  signal: CheckInKind;
  accepted: boolean;
  isHealthy: boolean;
  wasPaused: boolean;
};

/** Lists runs; with the filter `errors` only those that failed or overran. */
export async function listRunEntries(
  { snitchId, after, limit }: EntryQuery,
  show: TimelineFilter,
): Promise<Entry[]> {
  const { condition, values } = afterCursor("run", after);
  const rows = await prepared<{ message: string; wasPaused: boolean; receivedAt: Date | null }>(
    `SELECT ${RUN_COLUMNS}, ${RECEIVED_AT} AS "receivedAt", ${wasPaused("coalesce(r.ended_at, r.at)")} AS "wasPaused", coalesce((
       SELECT c.message FROM check_ins c
       WHERE c.snitch_id = r.snitch_id AND c.at = r.last_finish_at AND c.run_id = r.id LIMIT 1), '') AS message
     FROM runs r WHERE snitch_id = $1 AND ${condition}
       ${show === "errors" ? "AND outcome IN ('failed', 'overran')" : ""}
     ORDER BY at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  return rows.map(({ message, wasPaused, receivedAt, ...row }) => {
    const run = toRun(row);
    return {
      kind: "run",
      id: run.id,
      at: run.at,
      run,
      message,
      wasPaused,
      ...(receivedAt && { receivedAt }),
    };
  });
}

/**
 * Lists check-ins; with the filter `errors` only error reports. Those that are part of a run are left out, except logs.
 * `since`: the time before which none is needed, so that a job with many runs is not searched for them.
 */
export async function listCheckIns(
  { snitchId, after, limit }: EntryQuery,
  show: TimelineFilter,
  since: Date,
): Promise<Entry[]> {
  const { condition, values } = afterCursor("check_in", after);
  const rows = await prepared<SelectedCheckIn>(
    `SELECT id, at, kind::text AS signal, exit_status AS "exitStatus", message, method, address, user_agent AS "userAgent", accepted,
       received_at AS "receivedAt", NOT ${IS_ERROR} AS "isHealthy", ${wasPaused("check_ins.at")} AS "wasPaused"
     FROM check_ins WHERE snitch_id = $1 AND ${condition} AND at >= $${values.length + 2}
       AND (run_id IS NULL OR kind = 'log') ${show === "errors" ? `AND kind <> 'ignored' AND ${IS_ERROR}` : ""}
     ORDER BY at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values, since],
  );
  return rows.map(({ method, address, userAgent, receivedAt, ...checkIn }) => ({
    kind: "check_in",
    ...checkIn,
    ...lateAtOf(checkIn.at, receivedAt),
    from: [method, address, userAgent].filter(Boolean).join(" · "),
  }));
}

type SelectedAlert = {
  id: string;
  at: Date;
  kind: AlertKind;
  from: Status;
  isReminder: boolean;
  isNotified: boolean;
  isExcused: boolean;
  hold: string | null;
  createdAt: Date;
  disprovedAt: Date | null;
  facts: unknown;
};

/** Lists alerts with their notifications. With the filter `changes` the notifications are left out. */
export async function listAlerts(
  { snitchId, after, limit }: EntryQuery,
  show: TimelineFilter,
): Promise<Entry[]> {
  const { condition, values } = afterCursor("alert", after);
  const rows = await prepared<SelectedAlert>(
    `SELECT id, at, kind::text AS kind, "from"::text AS "from", is_reminder AS "isReminder", is_told AS "isNotified",
       is_excused AS "isExcused", hold, created_at AS "createdAt", disproved_at AS "disprovedAt", facts
     FROM alerts a WHERE snitch_id = $1 AND ${condition} ${CONDITIONS[show] ?? ""}
     ORDER BY at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  const messages = show === "changes" ? new Map() : await listMessages(rows.map(({ id }) => id));
  return rows.map(({ kind, disprovedAt, facts, hold, createdAt, ...alert }) => ({
    ...alert,
    kind: "alert",
    alert: kind,
    hold: HOLDS.find((name) => name === hold) ?? null,
    whyNotNotified: whyNotNotified(facts === null ? null : readStoredFacts(facts as StoredFacts)),
    notifiedLaterAt: notifiedLaterAt(createdAt, messages.get(alert.id) ?? []),
    ...lateFactsOf(facts, disprovedAt),
    notifications: listSentNotifications(messages.get(alert.id) ?? []),
  }));
}

const CONDITIONS: Partial<Record<TimelineFilter, string>> = {
  notifications: `AND (EXISTS (SELECT FROM emails WHERE alert_id = a.id) OR EXISTS (SELECT FROM deliveries WHERE alert_id = a.id))`,
  // A reminder changes nothing.
  changes: "AND NOT is_reminder",
};

/** Lists the ends of pauses. */
export async function listUnpauses({ snitchId, after, limit }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("unpaused", after, "ends_at");
  const rows = await prepared<{ id: string; at: Date; pausedAt: Date }>(
    `SELECT id, ends_at AS at, starts_at AS "pausedAt" FROM pauses WHERE snitch_id = $1 AND ${condition}
     ORDER BY ends_at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  return rows.map((row) => ({ kind: "unpaused", ...row }));
}

/** Lists the deadlines that could not be evaluated. */
export async function listUnknownMisses({ snitchId, after, limit }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("unknown_miss", after, "deadline");
  const rows = await prepared<{ id: string; at: Date; gapStartsAt: Date; gapEndsAt: Date }>(
    `SELECT id, deadline AS at, silence_starts_at AS "gapStartsAt", silence_ends_at AS "gapEndsAt"
     FROM unknown_misses WHERE snitch_id = $1 AND ${condition} ORDER BY deadline DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  return rows.map((row) => ({ kind: "unknown_miss", ...row }));
}

type SelectedReminder = NotificationRow & { kind: EmailKind; address: string; createdAt: Date };

/** Lists reminders with their notifications. */
export async function listReminders({ snitchId, after, limit }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("reminder", after, "created_at");
  const rows = await prepared<SelectedReminder>(
    `SELECT id, kind::text AS kind, address, created_at AS "createdAt", sent_at AS "doneAt", gave_up_at AS "gaveUpAt",
       skip_reason::text AS "skipReason", mark::text AS mark, is_fallback AS "isFallback", is_escalation AS "isEscalation",
       held_for::text AS "heldFor", due_at AS "dueAt", ${selectAttempts("email_id = emails.id")} AS history
     FROM emails WHERE snitch_id = $1 AND alert_id IS NULL AND ${condition}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  return rows.map(({ address, kind, createdAt, ...email }) => ({
    kind: "reminder",
    id: email.id,
    at: createdAt,
    reminder: kind,
    notifications: [buildNotification("mail", address, { ...email, history: readAttempts(email.history) })],
  }));
}
