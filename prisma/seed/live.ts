import { v7 as newId } from "uuid";
import type { CheckInRow } from "@/lib/check-ins/insert";
import { applyEvent } from "@/lib/rules/apply-event";
import { applyTime, DEADLINE_ALLOWANCE_MS } from "@/lib/rules/apply-time";
import type { Interval } from "@/lib/rules/interval";
import { periodsBetween } from "@/lib/rules/period";
import { NO_ARRIVALS } from "@/lib/rules/smart-deadline";
import type { SnitchEvent } from "@/lib/rules/snitch-event";
import type { SnitchState } from "@/lib/rules/snitch-state";
import type { Transition } from "@/lib/rules/transition";
import type { Job } from "./cast";

export const newborn = (interval: Interval, alertType: "basic" | "smart" = "basic"): SnitchState => ({
  ...NO_ARRIVALS,
  status: "pending",
  interval,
  alertType,
  deadline: null,
  checkedInAt: null,
  erroredAt: null,
  missingSince: null,
  pausedAt: null,
  pauseUntil: null,
  pauseEndsAt: null,
  statusBeforePause: null,
});

/** A snitch's life by the product's own rules: each missed period is noticed in its time. */
export function live(snitch: SnitchState, events: SnitchEvent[], now: Date): Transition {
  const life: Transition = { snitch, alerts: [], pauses: [] };
  const add = (outcome: Transition) => {
    life.snitch = outcome.snitch;
    life.alerts.push(...outcome.alerts);
    life.pauses.push(...outcome.pauses);
  };
  const passTime = (until: Date) => {
    for (;;) {
      const { deadline } = life.snitch;
      const noticedAt = deadline && new Date(deadline.getTime() + DEADLINE_ALLOWANCE_MS);
      if (!noticedAt || noticedAt > until) return;
      add(applyTime(life.snitch, noticedAt));
    }
  };
  for (const event of events) {
    passTime(event.at);
    add(applyEvent(life.snitch, event));
  }
  passTime(now);
  return life;
}

/** How many of its latest runs a job has left out that is missing today. */
const SILENT_RUNS = 3;

/** What befell a job's snitch since it was added, oldest first. The same job has the same luck each time. */
export function eventsOf(job: Job, since: Date, now: Date): SnitchEvent[] {
  if (job.today === "pending") return [];
  const luck = dice(job.name);
  const runs = periodsBetween(job.interval, since, now)
    .map(({ start }) => new Date(start.getTime() + job.comesAfterMs + luck() * job.variesByMs))
    .filter((at) => at < now);
  const heard = job.today === "missing" ? runs.slice(0, -SILENT_RUNS) : runs;
  const last = heard.at(-1);
  const events = heard.flatMap((at): SnitchEvent[] => {
    const strikes = (oneOf?: number) => oneOf !== undefined && luck() < 1 / oneOf;
    const errs = strikes(job.errsOneOf) || (job.today === "errored" && at === last);
    const misses = strikes(job.missesOneOf) && at !== last;
    if (misses) return [];
    return errs
      ? [{ kind: "reported_error", at, exitStatus: "1", message: job.error ?? "" }]
      : [{ kind: "checked_in", at, exitStatus: "0", message: job.says?.(0.5 + luck() / 2) ?? "" }];
  });
  const pausedAt = last && new Date((last.getTime() + now.getTime()) / 2);
  if (job.today === "paused" && pausedAt)
    events.push({ kind: "paused", at: pausedAt, until: "unpaused", endsAt: null });
  return events;
}

/** The reports among what befell a snitch, as lines of its history. */
export const rowsOf = (snitchId: string, events: SnitchEvent[]): CheckInRow[] =>
  events.flatMap((event) => {
    if (event.kind !== "checked_in" && event.kind !== "reported_error") return [];
    const { at, exitStatus, message } = event;
    const from = { method: "GET", address: "203.0.113.7", userAgent: "curl/8.14.1" };
    const id = newId({ msecs: at.getTime() });
    return [{ snitchId, accepted: true, checkIn: { id, token: "", at, exitStatus, message, ...from } }];
  });

/** Numbers from 0 to 1 that look random, and are the same for the same name. */
function dice(name: string): () => number {
  let state = [...name].reduce((hash, letter) => (hash * 31 + letter.charCodeAt(0)) | 0, 7);
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
