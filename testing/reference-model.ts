import { MINUTE_MS } from "@/lib/rules/durations";

/**
 * A second implementation of the rules of periods, deadlines and pauses, with which tests compare the real one. It is simple
 * on purpose: it finds the end of a period by going from minute to minute. It shares no code with the real one.
 */

/** An alert that the model expects. `at` is in minutes since 1970. */
export type ExpectedAlert = { kind: string; from: string; to: string; at: number; byEmail: boolean };

/** Why the model expects a missing alert. All times are in minutes since 1970. */
export type ExpectedMiss = {
  /** The deadline. */
  at: number;
  /** When time was applied that had passed it. */
  decidedAt: number;
  /** What the deadline was computed from, and when that was. */
  by: string;
  since: number;
  /** The run that was expected; of a calendar interval the start of its period, and its end. */
  runAt: number;
  periodEndsAt: number | null;
  grace: number;
  /** How long after the start of a period the job usually came, for a smart deadline. */
  latest: number | null;
};

export type Settings = { interval: string; smart: boolean; errorNotices: boolean };

/** Whether a period of this interval begins at this minute. Minutes count from 1970, UTC. */
function isPeriodStart(interval: string, minute: number): boolean {
  const at = new Date(minute * MINUTE_MS);
  const count = Number.parseInt(interval, 10);
  if (interval.endsWith("_minute")) return at.getUTCMinutes() % count === 0;
  if (at.getUTCMinutes() !== 0) return false;
  if (interval === "hourly") return true;
  if (interval.endsWith("_hour")) return at.getUTCHours() % count === 0;
  if (at.getUTCHours() !== 0) return false;
  if (interval === "daily") return true;
  return interval === "weekly" ? at.getUTCDay() === 1 : at.getUTCDate() === 1;
}

export class ReferenceModel {
  readonly alerts: ExpectedAlert[] = [];
  /** One for each missing alert. */
  readonly misses: ExpectedMiss[] = [];
  status = "pending";
  deadline: number | null = null;
  private by = "";
  private since = 0;
  private latest: number | null = null;
  private statusBeforePause = "";
  private until = "";
  private endsAt: number | null = null;
  private lastErrorAlertAt: number | null = null;
  private arrivals: { start: number; offset: number }[] = [];

  constructor(private readonly settings: Settings) {}

  /** Applies passed deadlines and ended pauses. Called by a sweep and before each other event. */
  applyTime(now: number): void {
    if (this.status === "paused" && this.endsAt !== null && this.endsAt <= now) this.endPause(this.endsAt);
    if (this.deadline === null || now < this.deadline + 1) return;
    this.alert("missing", "failed", this.deadline, true);
    this.explain(this.deadline, now);
    this.follow("missed", this.deadline);
    let next = this.endAfter(this.deadline);
    if (!isPeriodStart(this.settings.interval, this.deadline)) next = this.endAfter(next);
    while (next + 1 <= now) next = this.endAfter(next);
    this.deadline = next;
  }

  checkIn(now: number): void {
    this.applyTime(now);
    this.recordArrival(now);
    if (this.status === "paused") {
      const wasUnhealthy = this.statusBeforePause === "failed" || this.statusBeforePause === "errored";
      if (this.until !== "healthy") this.statusBeforePause = "healthy";
      else this.alert("reporting", "healthy", now, wasUnhealthy);
    } else if (this.status !== "healthy") {
      this.alert("reporting", "healthy", now, this.status !== "pending");
    }
    if (this.status === "paused") return;
    this.follow("report", now);
    this.deadline = this.nextDeadline(now);
  }

  error(now: number): void {
    if (!this.settings.errorNotices) {
      this.checkIn(now);
      return;
    }
    this.applyTime(now);
    if (this.status === "paused") {
      this.statusBeforePause = "errored";
      return;
    }
    const hasAlertInPeriod =
      this.lastErrorAlertAt !== null && this.startOf(this.lastErrorAlertAt) === this.startOf(now);
    if (this.status !== "errored" || !hasAlertInPeriod) {
      this.alert("errored", "errored", now, true);
      this.lastErrorAlertAt = now;
    }
    this.follow("error", now);
    this.deadline = this.nextDeadline(now);
  }

  pause(now: number, until: string, endsAt: number | null): void {
    if (this.status === "pending") return;
    this.applyTime(now);
    if (this.status !== "paused") {
      this.statusBeforePause = this.status;
      this.lastErrorAlertAt = null;
      this.alert("paused", "paused", now, false);
      this.deadline = null;
    }
    this.until = until;
    this.endsAt = endsAt;
  }

  unpause(now: number): void {
    if (this.status !== "paused") return;
    this.applyTime(now);
    if (this.status === "paused") this.endPause(now);
  }

  reschedule(now: number, interval: string, smart: boolean): void {
    if (this.settings.interval === interval && this.settings.smart === smart) return;
    this.applyTime(now);
    this.settings.interval = interval;
    this.settings.smart = smart;
    this.arrivals = [];
    this.follow("rescheduled", now);
    if (this.deadline !== null) this.deadline = this.endAfter(this.endAfter(now));
  }

  private endPause(at: number): void {
    this.status = this.statusBeforePause;
    this.endsAt = null;
    this.follow("unpaused", at);
    this.deadline = this.endAfter(this.endAfter(at));
  }

  private alert(kind: string, to: string, at: number, byEmail: boolean): void {
    this.alerts.push({ kind, from: this.status, to, at, byEmail });
    this.status = to;
  }

  /** Keeps what the next deadline is computed from. */
  private follow(by: string, since: number): void {
    this.by = by;
    this.since = since;
    this.latest = null;
  }

  private explain(deadline: number, now: number): void {
    // A smart deadline lies within the period that was expected, any other at its end.
    let runAt = deadline - 1;
    while (!isPeriodStart(this.settings.interval, runAt)) runAt -= 1;
    const { by, since, latest } = this;
    const periodEndsAt = this.endAfter(runAt);
    this.misses.push({ at: deadline, decidedAt: now, by, since, runAt, periodEndsAt, grace: 0, latest });
  }

  /** The first start of a period after this minute. */
  private endAfter(minute: number): number {
    let at = minute + 1;
    while (!isPeriodStart(this.settings.interval, at)) at += 1;
    return at;
  }

  private startOf(minute: number): number {
    let at = minute;
    while (!isPeriodStart(this.settings.interval, at)) at -= 1;
    return at;
  }

  private recordArrival(now: number): void {
    const start = this.startOf(now);
    if (this.arrivals.some((arrival) => arrival.start === start)) return;
    this.arrivals.push({ start, offset: now - start });
    if (this.arrivals.length > 7) this.arrivals.shift();
  }

  private nextDeadline(now: number): number {
    const start = this.endAfter(now);
    const end = this.endAfter(start);
    const offsets = this.arrivals.map(({ offset }) => offset);
    const latest = Math.max(...offsets);
    const isSteady = offsets.length >= 3 && (latest - Math.min(...offsets)) * 4 <= end - start;
    if (!this.settings.smart || !isSteady) return end;
    this.latest = latest;
    return Math.min(start + latest + (end - start) / 10, end);
  }
}
