import { formatCount } from "@/lib/rules/format-count";
import type { Span } from "./axis";
import type { Happenings } from "./happenings";

const MAX_TIMES = 3;

/** “24 runs, 1 failed (03:02), 2 missed (04:00, 05:00)”. `isDense`: there are more runs than were counted. */
export function formatHappenings(
  happenings: Happenings,
  isDense: boolean,
  formatTime: (at: Date) => string,
): string {
  const {
    ran = [],
    failed = [],
    missed = [],
    lost = [],
    excused = [],
    running = [],
    incident = [],
  } = happenings;
  const runs = ran.length + failed.length + lost.length;
  const withTimes = (spans: Span[], text: string) =>
    spans.length > 0 && `${number(spans.length)} ${text} (${listTimes(spans, formatTime)})`;
  const parts = [
    isDense ? ran.length > 0 && "Many runs" : runs > 0 && formatCount(runs, "run"),
    withTimes(failed, "failed"),
    withTimes(missed, "missed"),
    excused.length > 0 && `${number(excused.length)} excused by maintenance`,
    lost.length > 0 && `${number(lost.length)} unknown`,
    running.length > 0 && "running now",
  ].filter(Boolean);
  if (parts.length > 0) return parts.join(", ");
  if (incident.length > 0) return "No runs, an incident is open";
  return happenings.paused ? "Paused" : "No runs";
}

/** The latest ones, by when they ended. */
function listTimes(spans: Span[], formatTime: (at: Date) => string): string {
  const latest = spans.map(({ toMs }) => toMs).sort((one, other) => other - one);
  const newest = latest.slice(0, MAX_TIMES).reverse();
  const times = newest.map((ms) => formatTime(new Date(ms))).join(", ");
  return latest.length > MAX_TIMES ? `last ${times}` : times;
}

const number = (count: number) => count.toLocaleString("en");
