import { compileSchedule } from "../../schedule/compile";
import { hasRunTimes } from "../../schedule/has-run-times";
import type { ScheduleTerms } from "../../schedule/schedule-terms";
import type { Status } from "../../state/snitch-state";
import type { Span, TimelineAxis } from "./axis";
import { MAX_MARKS } from "./marks";

type Due = ScheduleTerms & { status: Status; deadline: Date | null };

/**
 * When a job is expected on the rest of the axis. With times of a schedule, when it runs, for as long as it usually takes;
 * otherwise the next deadline alone. Empty while nothing is expected.
 */
export function listDue(snitch: Due, usualMs: number, { nowMs, toMs }: TimelineAxis): Span[] {
  const { deadline } = snitch;
  if (deadline === null) return [];
  const { nextTick } = compileSchedule(snitch);
  if (!hasRunTimes(snitch)) {
    const atMs = deadline.getTime();
    return atMs > nowMs && atMs < toMs ? [{ fromMs: atMs, toMs: atMs }] : [];
  }
  const due: Span[] = [];
  for (let tickMs = nextTick(nowMs); tickMs < toMs; tickMs = nextTick(tickMs)) {
    // So dense that no one can tell them apart.
    if (due.length === 4 * MAX_MARKS) return [{ fromMs: due[0]?.fromMs ?? tickMs, toMs }];
    due.push({ fromMs: tickMs, toMs: tickMs + usualMs });
  }
  return due;
}

/** The median length of these spans, in milliseconds; 0 without any. */
export function usualLength(spans: Span[]): number {
  const lengths = spans.map(({ fromMs, toMs }) => toMs - fromMs).sort((one, other) => one - other);
  return lengths[Math.floor(lengths.length / 2)] ?? 0;
}
