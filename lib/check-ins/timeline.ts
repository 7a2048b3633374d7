import { db, pool } from "@/lib/db";
import type { AlertKind, NoticeKind } from "@/lib/db/generated/enums";
import { hostOfTarget } from "@/lib/webhooks/target";
import { isHealthy } from "./report";

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

type At<Kind extends string> = { kind: Kind; id: string; at: Date };

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

/** Of what happened in one instant, this is shown first: an alert stands above the check-in that caused it. */
const RANK: Record<Entry["kind"], number> = { alert: 0, unpaused: 1, reminder: 2, check_in: 3 };

type Cursor = { at: Date; rank: number; id: string };

const CURSOR = /^(\d{1,15})_([0-3])_([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})$/;

/** The place of an entry, to go on from. A text that is not one is the beginning. */
function cursorIn(text: string | undefined): Cursor | null {
  const [, at, rank, id = ""] = text?.match(CURSOR) ?? [];
  const instant = new Date(Number(at));
  return at && !Number.isNaN(instant.getTime()) ? { at: instant, rank: Number(rank), id } : null;
}

const cursorOf = ({ at, kind, id }: Entry) => `${at.getTime()}_${RANK[kind]}_${id}`;

const newestFirst = (one: Entry, other: Entry) =>
  other.at.getTime() - one.at.getTime() || RANK[one.kind] - RANK[other.kind] || (one.id < other.id ? 1 : -1);

type Wanted = { snitchId: string; from: Cursor | null; most: number };

/**
 * What happened to a snitch, newest first, from this cursor on: check-ins, changes of state, and everybody who was told.
 * `next` is the cursor of what is older; null when that was all.
 */
export async function timelineOf(
  snitchId: string,
  show: Show,
  most: number,
  after?: string,
): Promise<{ entries: Entry[]; next: string | null }> {
  const wanted: Wanted = { snitchId, from: cursorIn(after), most: most + 1 };
  const isOf = (...shows: Show[]) => show === "all" || shows.includes(show);
  const found = await Promise.all([
    isOf("check_ins", "errors") ? checkIns(wanted, show === "errors") : [],
    isOf("changes", "told") ? alerts(wanted, show) : [],
    isOf("changes") ? unpauses(wanted) : [],
    isOf("told") ? reminders(wanted) : [],
  ]);
  const all = found.flat().sort(newestFirst);
  const entries = all.slice(0, most);
  const last = entries.at(-1);
  return { entries, next: last && all.length > most ? cursorOf(last) : null };
}

/** The condition that leaves what stands after the cursor, for entries of one kind; its values begin at `$2`. */
function afterCursor(
  kind: Entry["kind"],
  from: Cursor | null,
  at = "at",
): { condition: string; values: unknown[] } {
  if (!from) return { condition: "true", values: [] };
  if (RANK[kind] > from.rank) return { condition: `${at} <= $2`, values: [from.at] };
  if (RANK[kind] < from.rank) return { condition: `${at} < $2`, values: [from.at] };
  return { condition: `(${at}, id) < ($2, $3::uuid)`, values: [from.at, from.id] };
}

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

async function checkIns({ snitchId, from, most }: Wanted, onlyErrors: boolean): Promise<Entry[]> {
  const { condition, values } = afterCursor("check_in", from);
  const { rows } = await pool.query<CheckInRow>(
    `SELECT id, at, exit_status AS "exitStatus", message, method, address, user_agent AS "userAgent", accepted
     FROM check_ins WHERE snitch_id = $1 AND ${condition} ${onlyErrors ? "AND exit_status NOT IN ('', '0')" : ""}
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

async function alerts({ snitchId, from, most }: Wanted, show: Show): Promise<Entry[]> {
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

async function unpauses({ snitchId, from, most }: Wanted): Promise<Entry[]> {
  const { condition, values } = afterCursor("unpaused", from, "ends_at");
  const { rows } = await pool.query<{ id: string; at: Date; pausedAt: Date }>(
    `SELECT id, ends_at AS at, starts_at AS "pausedAt" FROM pauses WHERE snitch_id = $1 AND ${condition}
     ORDER BY ends_at DESC, id DESC LIMIT ${most}`,
    [snitchId, ...values],
  );
  return rows.map((row) => ({ kind: "unpaused", ...row }));
}

async function reminders({ snitchId, from, most }: Wanted): Promise<Entry[]> {
  const { condition, values } = afterCursor("reminder", from, "created_at");
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
