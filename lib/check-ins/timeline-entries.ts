import { db, pool } from "@/lib/platform/db";
import type { AlertKind, EmailKind } from "@/lib/platform/generated/enums";
import { isHealthy } from "@/lib/rules/report";
import { afterCursor, type EntryKind, type TimelineCursor } from "./timeline-cursor";
import {
  ATTEMPTS,
  NOTIFICATIONS,
  type Notification,
  notificationOf,
  notificationsOf,
} from "./timeline-notification";

type EntryOf<Kind extends EntryKind> = { kind: Kind; id: string; at: Date };
type WithNotifications = { notifications: Notification[] };

export type Entry =
  | (EntryOf<"check_in"> & {
      isHealthy: boolean;
      /** False if the rate limit refused it. Such a check-in is only shown. */
      accepted: boolean;
      exitStatus: string;
      message: string;
      from: string;
    })
  | (EntryOf<"alert"> & WithNotifications & { alert: AlertKind })
  | (EntryOf<"reminder"> & WithNotifications & { reminder: EmailKind })
  | (EntryOf<"unpaused"> & { pausedAt: Date })
  | (EntryOf<"unknown_miss"> & { silenceStartsAt: Date; silenceEndsAt: Date });

/** The filters of a timeline. `notifications`: alerts and reminders that were sent. */
export const TIMELINE_FILTERS = ["all", "check_ins", "errors", "changes", "notifications"] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

/** A query for the newest entries of a snitch after a cursor. */
export type EntryQuery = { snitchId: string; after: TimelineCursor | null; limit: number };

type SelectedCheckIn = {
  id: string;
  at: Date;
  exitStatus: string;
  message: string;
  method: string;
  address: string;
  userAgent: string;
  accepted: boolean;
};

/** Lists check-ins; with the filter `errors` only error reports. */
export async function listCheckIns(
  { snitchId, after, limit }: EntryQuery,
  show: TimelineFilter,
): Promise<Entry[]> {
  const { condition, values } = afterCursor("check_in", after);
  const { rows } = await pool.query<SelectedCheckIn>(
    `SELECT id, at, exit_status AS "exitStatus", message, method, address, user_agent AS "userAgent", accepted
     FROM check_ins WHERE snitch_id = $1 AND ${condition} ${show === "errors" ? "AND exit_status NOT IN ('', '0')" : ""}
     ORDER BY at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  return rows.map(({ method, address, userAgent, ...checkIn }) => ({
    kind: "check_in",
    ...checkIn,
    isHealthy: isHealthy(checkIn),
    from: [method, address, userAgent].filter(Boolean).join(" · "),
  }));
}

/** Lists alerts with their notifications. With the filter `changes` the notifications are left out. */
export async function listAlerts(
  { snitchId, after, limit }: EntryQuery,
  show: TimelineFilter,
): Promise<Entry[]> {
  const { condition, values } = afterCursor("alert", after);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM alerts a WHERE snitch_id = $1 AND ${condition} ${show === "notifications" ? WAS_NOTIFIED : ""}
     ORDER BY at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  const found = await db.alert.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    select: {
      id: true,
      at: true,
      kind: true,
      ...NOTIFICATIONS,
    },
  });
  return found.map(({ kind, emails, deliveries, ...alert }) => ({
    ...alert,
    kind: "alert",
    alert: kind,
    notifications: show === "changes" ? [] : notificationsOf({ emails, deliveries }),
  }));
}

const WAS_NOTIFIED = `AND (EXISTS (SELECT FROM emails WHERE alert_id = a.id) OR EXISTS (SELECT FROM deliveries WHERE alert_id = a.id))`;

/** Lists the ends of pauses. */
export async function listUnpauses({ snitchId, after, limit }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("unpaused", after, "ends_at");
  const { rows } = await pool.query<{ id: string; at: Date; pausedAt: Date }>(
    `SELECT id, ends_at AS at, starts_at AS "pausedAt" FROM pauses WHERE snitch_id = $1 AND ${condition}
     ORDER BY ends_at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  return rows.map((row) => ({ kind: "unpaused", ...row }));
}

/** Lists the deadlines that could not be judged. */
export async function listUnknownMisses({ snitchId, after, limit }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("unknown_miss", after, "deadline");
  const { rows } = await pool.query<{ id: string; at: Date; silenceStartsAt: Date; silenceEndsAt: Date }>(
    `SELECT id, deadline AS at, silence_starts_at AS "silenceStartsAt", silence_ends_at AS "silenceEndsAt"
     FROM unknown_misses WHERE snitch_id = $1 AND ${condition} ORDER BY deadline DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  return rows.map((row) => ({ kind: "unknown_miss", ...row }));
}

/** Lists reminders with their notifications. */
export async function listReminders({ snitchId, after, limit }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("reminder", after, "created_at");
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM emails WHERE snitch_id = $1 AND alert_id IS NULL AND ${condition}
     ORDER BY created_at DESC, id DESC LIMIT ${limit}`,
    [snitchId, ...values],
  );
  const found = await db.email.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    include: { history: ATTEMPTS },
  });
  return found.map(({ address, sentAt, kind, createdAt, ...email }) => ({
    kind: "reminder",
    id: email.id,
    at: createdAt,
    reminder: kind,
    notifications: [notificationOf("mail", address, { ...email, doneAt: sentAt })],
  }));
}
