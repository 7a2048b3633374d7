import { newId } from "@/lib/platform/new-id";
import type { CheckInRow } from "@/lib/rules/reports/check-in";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import type { Interval } from "@/lib/rules/schedule/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { windowsBetween } from "@/lib/rules/schedule/windows";
import { applyEvent } from "@/lib/rules/state/apply-event";
import { applyTime } from "@/lib/rules/state/apply-time";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import { PENDING, type SnitchState } from "@/lib/rules/state/snitch-state";
import { type Transition, withoutAlerts } from "@/lib/rules/state/transition";
import type { ExampleJob } from "./example-jobs";

/** The state of a snitch that has just been created. */
export const newSnitchState = (interval: Interval, alertType: "basic" | "smart" = "basic"): SnitchState => ({
  ...calendarTerms(interval),
  ...NO_RUN_TERMS,
  alertType,
  ...PENDING,
});

/** Applies events to a snitch by the product's own rules, as if a sweep had run at every deadline up to `now`. */
export function simulate(snitch: SnitchState, events: SnitchEvent[], now: Date): Transition {
  const history: Transition = withoutAlerts(snitch);
  const add = (transition: Transition) => {
    history.snitch = transition.snitch;
    history.alerts.push(...transition.alerts);
    history.pauses.push(...transition.pauses);
  };
  const sweepUntil = (until: Date) => {
    for (;;) {
      const { deadline } = history.snitch;
      const sweptAt = deadline && new Date(deadline.getTime() + DEADLINE_ALLOWANCE_MS);
      if (!sweptAt || sweptAt > until) return;
      add(applyTime(history.snitch, sweptAt, []));
    }
  };
  for (const event of events) {
    sweepUntil(event.at);
    if ("run" in event && event.run)
      history.snitch = { ...history.snitch, lastRunAt: event.run.at, lastRunId: event.run.id };
    add(applyEvent(history.snitch, event, []));
  }
  sweepUntil(now);
  return history;
}

/** How many of its latest runs a missing job has skipped. */
const MISSING_RUNS = 3;

/** The events of an example job, oldest first. The same job always gets the same events. */
export function simulateEvents(job: ExampleJob, since: Date, now: Date): SnitchEvent[] {
  if (job.state === "pending") return [];
  const random = seedRandom(job.name);
  const runs = windowsBetween(calendarTerms(job.interval), since, now)
    .map(({ start }) => new Date(start.getTime() + job.runsAfterMs + random() * job.variesByMs))
    .filter((at) => at < now);
  const startedRuns = job.state === "missing" ? runs.slice(0, -MISSING_RUNS) : runs;
  const last = startedRuns.at(-1);
  const events = startedRuns.flatMap((at): SnitchEvent[] => {
    const happensOneIn = (count?: number) => count !== undefined && random() < 1 / count;
    const fails = happensOneIn(job.failsOneIn) || (job.state === "errored" && at === last);
    const misses = happensOneIn(job.missesOneIn) && at !== last;
    if (misses) return [];
    return fails
      ? [{ kind: "reported_error", at, exitStatus: "1", message: job.error ?? "" }]
      : [{ kind: "checked_in", at, exitStatus: "0", message: job.message?.(0.5 + random() / 2) ?? "" }];
  });
  const pausedAt = last && new Date((last.getTime() + now.getTime()) / 2);
  if (job.state === "paused" && pausedAt)
    events.push({ kind: "paused", at: pausedAt, until: "unpaused", endsAt: null });
  return events;
}

/** The check-ins among these events, as database rows: two for a run. */
export const buildCheckIns = (snitchId: string, events: SnitchEvent[]): CheckInRow[] =>
  events.flatMap((event) => {
    if (event.kind !== "checked_in" && event.kind !== "reported_error") return [];
    const { at, exitStatus, message, run } = event;
    if (!run) return [buildCheckIn(snitchId, at, { exitStatus, message })];
    return [
      buildCheckIn(snitchId, run.at, { exitStatus: "", message: "", kind: "start", runId: run.id }),
      buildCheckIn(snitchId, at, { exitStatus, message, kind: "finish", runId: run.id }),
    ];
  });

type Reported = Pick<CheckInRow, "kind" | "runId"> & { exitStatus: string; message: string };

function buildCheckIn(snitchId: string, at: Date, { exitStatus, message, ...ofRun }: Reported): CheckInRow {
  const client = { method: "GET", address: "203.0.113.7", userAgent: "curl/8.14.1" };
  return {
    snitchId,
    accepted: true,
    checkIn: { id: newId(at), token: "", at, exitStatus, message, ...client },
    ...ofRun,
  };
}

/** A generator of pseudo-random numbers from 0 to 1 (mulberry32), which returns the same sequence for the same name. */
export function seedRandom(name: string): () => number {
  let state = [...name].reduce((hash, character) => (hash * 31 + character.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
