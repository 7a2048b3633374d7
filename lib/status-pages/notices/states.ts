import { NOTE_STATES } from "@/lib/rules/incidents/incident";

export const NOTICE_KINDS = ["incident", "maintenance", "news"] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

export const MAINTENANCE_STATES = ["scheduled", "in_progress", "completed"] as const;

/** The states of each kind, from the first to the last, which ends it. News has none. */
export const STATES = {
  incident: NOTE_STATES,
  maintenance: MAINTENANCE_STATES,
  news: [],
} as const satisfies Record<NoticeKind, readonly string[]>;

export type NoticeState = (typeof NOTE_STATES)[number] | (typeof MAINTENANCE_STATES)[number];
export const NOTICE_STATES: NoticeState[] = [...NOTE_STATES, ...MAINTENANCE_STATES];

export const IMPACTS = ["minor", "major"] as const;
export type Impact = (typeof IMPACTS)[number];
export type Affected = { component: string; impact: Impact };

type Update = { at: Date; state: NoticeState | null };

/** What the state of a notice follows from. `updates`: oldest first. */
export type StatedNotice = {
  kind: NoticeKind;
  updates: Update[];
  /** When the work is planned, or news ends. */
  startsAt: Date | null;
  endsAt: Date | null;
};

/** The state of a notice, and when it ended; null while it has not. Only what `updates` says by now counts. */
export function noticeStateAt(
  notice: StatedNotice,
  now: Date,
): { state: NoticeState | null; endedAt: Date | null } {
  const { kind, endsAt } = notice;
  const byClock = endsAt && endsAt <= now ? endsAt : null;
  if (kind === "news") return { state: null, endedAt: byClock };
  const states: readonly NoticeState[] = STATES[kind];
  const written = notice.updates.filter((update) => update.state !== null && update.at <= now);
  const state = written.at(-1)?.state ?? states[0] ?? null;
  const writtenEnd = startOfEnd(written, states.at(-1));
  if (kind === "incident") return { state, endedAt: writtenEnd };
  // Work that people declare completed is so before its time; and no one has to write that planned work goes as planned.
  if (writtenEnd || byClock) return { state: "completed", endedAt: earlier(writtenEnd, byClock) };
  const isUnderWay = state === "in_progress" || (notice.startsAt !== null && notice.startsAt <= now);
  return { state: isUnderWay ? "in_progress" : "scheduled", endedAt: null };
}

/** When the updates that say the last state, with none after them that says another, began. */
function startOfEnd(written: Update[], last: NoticeState | undefined): Date | null {
  const reopened = written.findLastIndex(({ state }) => state !== last);
  return written[reopened + 1]?.at ?? null;
}

const earlier = (one: Date | null, other: Date | null) =>
  one && other ? (one < other ? one : other) : (one ?? other);

/** The worst impact of open incidents on each component. Planned work has none: the state of a job says what it is. */
export function worstImpacts(
  notices: { kind: NoticeKind; endedAt: Date | null; affected: Affected[] }[],
): Map<string, Impact> {
  const impacts = new Map<string, Impact>();
  for (const { kind, endedAt, affected: components } of notices) {
    if (kind !== "incident" || endedAt) continue;
    for (const { component, impact } of components)
      if (impact === "major" || !impacts.has(component)) impacts.set(component, impact);
  }
  return impacts;
}
