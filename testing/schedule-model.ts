import { MINUTE_MS } from "@/lib/rules/durations";
import type { ExpectedAlert, ExpectedMiss } from "./reference-model";

/**
 * A second implementation of the rules of cron, OnCalendar and “every …”, with which tests compare the real one. It is
 * simple on purpose: it goes from minute to minute, and asks the platform for the local time of each. It shares no code
 * with the real one. All times are in minutes since 1970, and all margins in minutes.
 */

/** A local time in a zone, as the minutes that the same date and time would have in UTC. Sunday is 0. */
export type Clock = { local: number; weekday: number; hour: number; minute: number };

/** A schedule as it is written, and what it means. */
export type ModelSchedule = {
  schedule: string;
  /** Whether a job runs at this local time. Absent for “every …”. */
  runsAt?: (clock: Clock) => boolean;
  /** What happens when the clock is turned over a time: `once` as cron's fixed times, `always` as its others. */
  clockChange: "once" | "always" | "first";
  /** The period of “every …”. */
  period?: number;
};

const toClock = (local: number): Clock => {
  const at = new Date(local * MINUTE_MS);
  return { local, weekday: at.getUTCDay(), hour: at.getUTCHours(), minute: at.getUTCMinutes() };
};

/** The local times of a zone, minute by minute. */
export function clocksBetween(timezone: string, from: number, to: number): Clock[] {
  const format = new Intl.DateTimeFormat("sv-SE", {
    timeZone: timezone,
    dateStyle: "short",
    timeStyle: "short",
  });
  const minutes = Array.from({ length: to - from }, (_, i) => from + i);
  return minutes.map((minute) => {
    const written = format.format(minute * MINUTE_MS);
    return toClock(Date.parse(`${written.replace(" ", "T")}Z`) / MINUTE_MS);
  });
}

/** All runs of a schedule with fixed times, given the local times of all minutes from `from` on. */
export function runsAmong({ runsAt, clockChange }: ModelSchedule, clocks: Clock[], from: number): number[] {
  const runs = new Set<number>();
  let latest = clocks[0]?.local ?? 0;
  for (const [i, clock] of clocks.entries()) {
    // Turned forward: the times between are left out, or made up for at once.
    for (let skipped = latest + 1; skipped < clock.local; skipped += 1) {
      if (clockChange === "once" && runsAt?.(toClock(skipped))) runs.add(from + i);
    }
    const isRepeated = i > 0 && clock.local <= latest;
    if (runsAt?.(clock) && !(isRepeated && clockChange !== "always")) runs.add(from + i);
    latest = Math.max(latest, clock.local);
  }
  return [...runs].sort((one, other) => one - other);
}

type Settings = {
  /** All runs for longer than the test lasts; null for “every …”. */
  runs: number[] | null;
  period: number;
  grace: number;
  early: number;
};

/** One snitch with such a schedule, without pauses and without smart deadlines. */
export class ScheduleModel {
  readonly alerts: ExpectedAlert[] = [];
  /** One for each missing alert. */
  readonly misses: ExpectedMiss[] = [];
  status = "pending";
  deadline: number | null = null;
  private by = "";
  private since = 0;
  private lastErrorAlert: number | null = null;

  constructor(private readonly settings: Settings) {}

  /** Applies passed deadlines. Called by a sweep and before each other event. */
  applyTime(now: number): void {
    if (this.deadline === null || now < this.deadline + 1) return;
    this.alert("missing", "failed", this.deadline);
    const { runs, period, grace } = this.settings;
    const { deadline: at, by, since } = this;
    const runAt = at - grace;
    this.misses.push({ at, decidedAt: now, by, since, runAt, periodEndsAt: null, grace, latest: null });
    this.follow("missed", at);
    let next = this.deadline;
    do {
      next = runs ? this.runAfter(next - grace) + grace : next + period;
    } while (next + 1 <= now);
    this.deadline = next;
  }

  checkIn(now: number): void {
    this.applyTime(now);
    if (this.status !== "healthy") this.alert("reporting", "healthy", now);
    this.follow("report", now);
    this.deadline = this.deadlineAfter(now);
  }

  error(now: number): void {
    this.applyTime(now);
    const isSameRun = this.lastErrorAlert !== null && this.isSameRun(this.lastErrorAlert, now);
    if (this.status !== "errored" || !isSameRun) {
      this.alert("errored", "errored", now);
      this.lastErrorAlert = now;
    }
    this.follow("error", now);
    this.deadline = this.deadlineAfter(now);
  }

  private alert(kind: string, to: string, at: number): void {
    this.alerts.push({
      kind,
      from: this.status,
      to,
      at,
      byEmail: kind !== "reporting" || this.status !== "pending",
    });
    this.status = to;
  }

  /** Keeps what the next deadline is computed from. */
  private follow(by: string, since: number): void {
    this.by = by;
    this.since = since;
  }

  private deadlineAfter(now: number): number {
    const { runs, period, grace } = this.settings;
    return runs ? this.runAfter(this.match(now)) + grace : now + period + grace;
  }

  private isSameRun(one: number, other: number): boolean {
    return this.settings.runs ? this.match(one) === this.match(other) : other - one < this.settings.period;
  }

  private match(now: number): number {
    const next = this.runAfter(now);
    return next - now <= this.settings.early
      ? next
      : (this.settings.runs?.findLast((run) => run <= now) ?? 0);
  }

  private runAfter(minute: number): number {
    const run = this.settings.runs?.find((candidate) => candidate > minute);
    if (run === undefined) throw new Error("The runs of the test end too early");
    return run;
  }
}
