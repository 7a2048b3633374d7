import { unite } from "../../maintenance/active-at";
import type { MaintenanceWindow } from "../../maintenance/window";
import type { Span, TimelineAxis } from "./axis";

/**
 * What a timeline draws, from the back to the front. A failure is higher than a run and behind it, so that where both are denser
 * than people can distinguish, both are seen. `incident`: while one is open. `ran`: a run that succeeded, or a healthy
 * check-in. `lost`: a run whose end no one knows, or a deadline at which Tattle may have missed a check-in. `due`: expected next.
 */
export const MARK_KINDS = [
  "maintenance",
  "paused",
  "incident",
  "due",
  "failed",
  "ran",
  "running",
  "lost",
  "excused",
  "missed",
] as const;
export type MarkKind = (typeof MARK_KINDS)[number];

/** What happened to a snitch on the axis, as the history has it. */
export type Happenings = Partial<Record<MarkKind, Span[]>>;

/** The kinds that say that something went wrong, at a time. */
export const TROUBLE = ["failed", "missed"] as const satisfies MarkKind[];

/** The kinds that say that the job ran, runs or will run. */
export const ACTIVITY = ["ran", "running", "lost", "excused", "failed", "due"] as const satisfies MarkKind[];

/**
 * The same, with maintenance: what failed or was missed in a window is excused. A failure belongs to the time of its report, a
 * miss to that of its deadline.
 */
export function withMaintenance(
  happenings: Happenings,
  windows: MaintenanceWindow[],
  { nowMs }: TimelineAxis,
): Happenings {
  if (windows.length === 0) return happenings;
  const spans = unite(windows).map(({ startsAt, endsAt }) => ({
    fromMs: startsAt.getTime(),
    toMs: endsAt.getTime(),
  }));
  // A deadline at the end of a window lies in it, because a report would have been in time until then: see `isDuring`.
  const isCovered = (kind: MarkKind, { toMs }: Span) => {
    const atMs = kind === "missed" ? toMs - 1 : toMs;
    return spans.some((window) => window.fromMs <= atMs && atMs < window.toMs && window.fromMs <= nowMs);
  };
  const covered = TROUBLE.flatMap((kind) => (happenings[kind] ?? []).filter((span) => isCovered(kind, span)));
  const outside = (kind: MarkKind) => (happenings[kind] ?? []).filter((span) => !isCovered(kind, span));
  return {
    ...happenings,
    failed: outside("failed"),
    missed: outside("missed"),
    excused: [...(happenings.excused ?? []), ...covered],
    maintenance: spans,
  };
}

const overlaps = (span: Span, slot: Span) => span.fromMs < slot.toMs && span.toMs >= slot.fromMs;
const beginsIn = (span: Span, slot: Span) => span.fromMs >= slot.fromMs && span.fromMs < slot.toMs;

/** What a snitch did in a slot. Null if nothing happened in it. */
export type InSlot = { isActive: boolean; isTrouble: boolean };

/** Whether the job ran or is due in this slot, and whether it failed, was missed or an incident began in it. */
export function inSlot(happenings: Happenings, slot: Span): InSlot | null {
  const isActive = ACTIVITY.some((kind) => happenings[kind]?.some((span) => overlaps(span, slot)));
  const isTrouble =
    TROUBLE.some((kind) => happenings[kind]?.some(({ toMs }) => toMs >= slot.fromMs && toMs < slot.toMs)) ||
    (happenings.incident?.some((span) => beginsIn(span, slot)) ?? false);
  return isActive || isTrouble ? { isActive, isTrouble } : null;
}
