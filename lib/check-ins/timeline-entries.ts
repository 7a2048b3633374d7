import { db, pool } from "@/lib/platform/db";
import type { AlertKind, EmailKind } from "@/lib/platform/generated/enums";
import { isHealthy } from "@/lib/rules/report";
import { hostOfTarget } from "@/lib/webhooks/target";
import { afterCursor, type EntryKind, type TimelineCursor } from "./timeline-cursor";

export type NotificationAttempt = {
  at: Date;
  outcome: string;
  status: number | null;
  latencyMs: number;
  response: string;
};

/** Who was told, and what came of each try. */
export type Notification = {
  id: string;
  to: string;
  how: "mail" | "webhook";
  outcome: "sent" | "pending" | "gave_up";
  /** Every try, the latest first. */
  tries: NotificationAttempt[];
};

type At<Of extends EntryKind> = { kind: Of; id: string; at: Date };

export type Entry =
  | (At<"check_in"> & {
      isHealthy: boolean;
      /** False for one that came too soon after others, and counts for nothing. */
      accepted: boolean;
      exitStatus: string;
      message: string;
      from: string;
    })
  | (At<"alert"> & { alert: AlertKind; told: Notification[] })
  | (At<"reminder"> & { reminder: EmailKind; told: Notification[] })
  | (At<"unpaused"> & { pausedAt: Date });

/** What a timeline can be narrowed to. */
export const TIMELINE_FILTERS = ["all", "check_ins", "errors", "changes", "told"] as const;
export type TimelineFilter = (typeof TIMELINE_FILTERS)[number];

/** Which entries of a snitch are asked for: the newest ones after a place. */
export type EntryQuery = { snitchId: string; from: TimelineCursor | null; most: number };

type CheckInRow = {
  id: string;
  at: Date;
  exitStatus: string;
  message: string;
  method: string;
  address: string;
  userAgent: string;
  accepted: boolean;
};

export async function listCheckIns(
  { snitchId, from, most }: EntryQuery,
  show: TimelineFilter,
): Promise<Entry[]> {
  const { condition, values } = afterCursor("check_in", from);
  const { rows } = await pool.query<CheckInRow>(
    `SELECT id, at, exit_status AS "exitStatus", message, method, address, user_agent AS "userAgent", accepted
     FROM check_ins WHERE snitch_id = $1 AND ${condition} ${show === "errors" ? "AND exit_status NOT IN ('', '0')" : ""}
     ORDER BY at DESC, id DESC LIMIT ${most}`,
    [snitchId, ...values],
  );
  return rows.map(({ method, address, userAgent, ...checkIn }) => ({
    kind: "check_in",
    ...checkIn,
    isHealthy: isHealthy(checkIn),
    from: [method, address, userAgent].filter(Boolean).join(" · "),
  }));
}

const TRIES = {
  orderBy: { id: "desc" },
  select: { at: true, status: true, latencyMs: true, outcome: true, response: true },
} as const;

/** With who was told, unless only changes are to be shown. */
export async function listAlerts(
  { snitchId, from, most }: EntryQuery,
  show: TimelineFilter,
): Promise<Entry[]> {
  const { condition, values } = afterCursor("alert", from);
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM alerts a WHERE snitch_id = $1 AND ${condition} ${show === "told" ? WAS_TOLD : ""}
     ORDER BY at DESC, id DESC LIMIT ${most}`,
    [snitchId, ...values],
  );
  const found = await db.alert.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    select: {
      id: true,
      at: true,
      kind: true,
      emails: { orderBy: { id: "asc" }, include: { history: TRIES } },
      deliveries: {
        orderBy: { id: "asc" },
        include: { history: TRIES, webhook: { select: { url: true } } },
      },
    },
  });
  return found.map(({ kind, emails, deliveries, ...alert }) => ({
    ...alert,
    kind: "alert",
    alert: kind,
    told:
      show === "changes"
        ? []
        : [
            ...emails.map(({ address, sentAt, ...email }) =>
              told("mail", address, { ...email, doneAt: sentAt }),
            ),
            ...deliveries.map(({ webhook, acceptedAt, ...delivery }) =>
              told("webhook", hostOfTarget(webhook.url), { ...delivery, doneAt: acceptedAt }),
            ),
          ],
  }));
}

const WAS_TOLD = `AND (EXISTS (SELECT FROM emails WHERE alert_id = a.id) OR EXISTS (SELECT FROM deliveries WHERE alert_id = a.id))`;

export async function listUnpauses({ snitchId, from, most }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("unpaused", from, "ends_at");
  const { rows } = await pool.query<{ id: string; at: Date; pausedAt: Date }>(
    `SELECT id, ends_at AS at, starts_at AS "pausedAt" FROM pauses WHERE snitch_id = $1 AND ${condition}
     ORDER BY ends_at DESC, id DESC LIMIT ${most}`,
    [snitchId, ...values],
  );
  return rows.map((row) => ({ kind: "unpaused", ...row }));
}

export async function listReminders({ snitchId, from, most }: EntryQuery): Promise<Entry[]> {
  const { condition, values } = afterCursor("reminder", from, "created_at");
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM emails WHERE snitch_id = $1 AND alert_id IS NULL AND ${condition}
     ORDER BY created_at DESC, id DESC LIMIT ${most}`,
    [snitchId, ...values],
  );
  const found = await db.email.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    include: { history: TRIES },
  });
  return found.map(({ address, sentAt, kind, createdAt, ...email }) => ({
    kind: "reminder",
    id: email.id,
    at: createdAt,
    reminder: kind,
    told: [told("mail", address, { ...email, doneAt: sentAt })],
  }));
}

type Sending = { id: string; doneAt: Date | null; gaveUpAt: Date | null; history: NotificationAttempt[] };

const told = (
  how: Notification["how"],
  to: string,
  { id, doneAt, gaveUpAt, history }: Sending,
): Notification => ({
  id,
  to,
  how,
  outcome: doneAt ? "sent" : gaveUpAt ? "gave_up" : "pending",
  tries: history,
});
