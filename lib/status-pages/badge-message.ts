import { MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import { formatDuration } from "@/lib/rules/format-duration";
import { shownStatus } from "@/lib/rules/state/is-late";
import type { Status } from "@/lib/rules/state/snitch-state";
import type { PublicState } from "./view/component-state";
import { type PublicComponent, pageState, shareOf } from "./view/public-page";

/** The right half of a badge. The colors are names that shields.io and badge-maker know. */
export type BadgeMessage = { message: string; color: string; isError: boolean };

type Shown = { status: Status; deadline: Date | null };

const plain = (message: string, color = "lightgrey"): BadgeMessage => ({ message, color, isError: false });

/** From the worst. What is paused or pending counts only if nothing else does. */
const STATUSES: [ReturnType<typeof shownStatus>, BadgeMessage][] = [
  ["errored", { message: "errored", color: "red", isError: true }],
  ["failed", { message: "missing", color: "red", isError: true }],
  ["late", plain("late", "orange")],
  ["healthy", plain("healthy", "brightgreen")],
  ["pending", plain("pending")],
  ["paused", plain("paused")],
];

/** The worst state of these jobs. */
export function statusMessage(snitches: Shown[], now: Date): BadgeMessage {
  const statuses = new Set(snitches.map((snitch) => shownStatus(snitch, now)));
  return STATUSES.find(([status]) => statuses.has(status))?.[1] ?? plain("no jobs");
}

const COLORS: Record<PublicState, string> = {
  failed: "red",
  late: "orange",
  running: "brightgreen",
  maintenance: "blue",
  unknown: "lightgrey",
  ok: "brightgreen",
};

/** What a status page with these components says above all, or the share of its last days. */
export function pageMessage(components: PublicComponent[], shows: string, days: number): BadgeMessage {
  if (shows === "share") return shareMessage(shareOf(components.flatMap((each) => each.days.slice(-days))));
  if (components.length === 0) return plain("no jobs");
  const state = pageState(components);
  return { message: state, color: COLORS[state], isError: state === "failed" };
}

/** How long ago the latest of these check-ins was. */
export function lastRunMessage(checkedInAt: (Date | null)[], now: Date): BadgeMessage {
  const times = checkedInAt.flatMap((at) => (at ? [at.getTime()] : []));
  if (times.length === 0) return plain("never");
  const agoMs = now.getTime() - Math.max(...times);
  return plain(agoMs < MINUTE_MS ? "just now" : `${formatDuration(agoMs)} ago`, "blue");
}

/** The share of healthy periods, in percent; null if nothing is known. */
export function shareMessage(percent: number | null): BadgeMessage {
  if (percent === null) return plain("no data");
  const color =
    percent === 100 ? "brightgreen" : percent >= 99 ? "green" : percent >= 95 ? "yellow" : "orange";
  return plain(`${percent}%`, color);
}

/** The mean of the runs that succeeded. */
export function durationMessage({ runs, runMs }: { runs: number; runMs: number }): BadgeMessage {
  if (runs === 0) return plain("no data");
  const meanMs = runMs / runs;
  if (meanMs >= MINUTE_MS) return plain(formatDuration(meanMs), "blue");
  return plain(`${(meanMs / SECOND_MS).toFixed(meanMs < 10 * SECOND_MS ? 1 : 0)} s`, "blue");
}
