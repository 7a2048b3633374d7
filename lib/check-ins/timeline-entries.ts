import { db, pool } from "@/lib/platform/db";
import type { AlertKind, NoticeKind } from "@/lib/platform/generated/enums";
import { isHealthy } from "@/lib/rules/report";
import { hostOfTarget } from "@/lib/webhooks/target";
import { afterPlace, type Kind, type Place } from "./timeline-cursor";

export type Try = { at: Date; outcome: string; status: number | null; latencyMs: number; answer: string };

/** Who was told, and what came of each try. */
export type Told = {
  id: string;
  to: string;
  how: "mail" | "webhook";
  outcome: "sent" | "owed" | "gave_up";
  /** Every try, the latest first. */
  tries: Try[];
};

type At<Of extends Kind> = { kind: Of; id: string; at: Date };

export type Entry =
  | (At<"check_in"> & {
      isHealthy: boolean;
      /** False for one that came too soon after others, and counts for nothing. */
      accepted: boolean;
      exitStatus: string;
      message: string;
      from: string;
    })
  | (At<"alert"> & { alert: AlertKind; told: Told[] })
  | (At<"reminder"> & { reminder: NoticeKind; told: Told[] })
  | (At<"unpaused"> & { pausedAt: Date });

/** What a timeline can be narrowed to. */
export const SHOWS = ["all", "check_ins", "errors", "changes", "told"] as const;
export type Show = (typeof SHOWS)[number];

/** Which entries of a snitch are asked for: the newest ones after a place. */
export type Wanted = { snitchId: string; from: Place | null; most: number };

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

export async function listCheckIns({ snitchId, from, most }: Wanted, show: Show): Promise<Entry[]> {
  const { condition, values } = afterPlace("check_in", from);
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
  select: { at: true, status: true, latencyMs: true, outcome: true, answer: true },
} as const;

/** With who was told, unless only changes are to be shown. */
export async function listAlerts({ snitchId, from, most }: Wanted, show: Show): Promise<Entry[]> {
  const { condition, values } = afterPlace("alert", from);
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
      notices: { orderBy: { id: "asc" }, include: { history: TRIES } },
      deliveries: {
        orderBy: { id: "asc" },
        include: { history: TRIES, webhook: { select: { url: true } } },
      },
    },
  });
  return found.map(({ kind, notices, deliveries, ...alert }) => ({
    ...alert,
    kind: "alert",
    alert: kind,
    told:
      show === "changes"
        ? []
        : [
            ...notices.map(({ address, sentAt, ...notice }) =>
              told("mail", address, { ...notice, doneAt: sentAt }),
            ),
            ...deliveries.map(({ webhook, acceptedAt, ...delivery }) =>
              told("webhook", hostOfTarget(webhook.url), { ...delivery, doneAt: acceptedAt }),
            ),
          ],
  }));
}

const WAS_TOLD = `AND (EXISTS (SELECT FROM notices WHERE alert_id = a.id) OR EXISTS (SELECT FROM deliveries WHERE alert_id = a.id))`;

export async function listUnpauses({ snitchId, from, most }: Wanted): Promise<Entry[]> {
  const { condition, values } = afterPlace("unpaused", from, "ends_at");
  const { rows } = await pool.query<{ id: string; at: Date; pausedAt: Date }>(
    `SELECT id, ends_at AS at, starts_at AS "pausedAt" FROM pauses WHERE snitch_id = $1 AND ${condition}
     ORDER BY ends_at DESC, id DESC LIMIT ${most}`,
    [snitchId, ...values],
  );
  return rows.map((row) => ({ kind: "unpaused", ...row }));
}

export async function listReminders({ snitchId, from, most }: Wanted): Promise<Entry[]> {
  const { condition, values } = afterPlace("reminder", from, "created_at");
  const { rows } = await pool.query<{ id: string }>(
    `SELECT id FROM notices WHERE snitch_id = $1 AND alert_id IS NULL AND ${condition}
     ORDER BY created_at DESC, id DESC LIMIT ${most}`,
    [snitchId, ...values],
  );
  const found = await db.notice.findMany({
    where: { id: { in: rows.map(({ id }) => id) } },
    include: { history: TRIES },
  });
  return found.map(({ address, sentAt, kind, createdAt, ...notice }) => ({
    kind: "reminder",
    id: notice.id,
    at: createdAt,
    reminder: kind,
    told: [told("mail", address, { ...notice, doneAt: sentAt })],
  }));
}

type Sending = { id: string; doneAt: Date | null; gaveUpAt: Date | null; history: Try[] };

const told = (how: Told["how"], to: string, { id, doneAt, gaveUpAt, history }: Sending): Told => ({
  id,
  to,
  how,
  outcome: doneAt ? "sent" : gaveUpAt ? "gave_up" : "owed",
  tries: history,
});
