/**
 * A second telling of the rules of time, to hold the first one against. It is naive on purpose: it counts minutes, walks
 * from one to the next to find where a period ends, and shares no line with the code that it checks.
 */

export type Told = { kind: string; from: string; to: string; at: number; byEmail: boolean };

export type Settings = { interval: string; smart: boolean; errorNotices: boolean };

const MINUTE_MS = 60_000;

/** Whether a period of this interval begins at this minute (counted from the beginning of 1970, UTC). */
function begins(interval: string, minute: number): boolean {
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
  readonly told: Told[] = [];
  status = "pending";
  deadline: number | null = null;
  private statusBeforePause = "";
  private until = "";
  private endsAt: number | null = null;
  private lastErrorTold: number | null = null;
  private arrivals: { start: number; offset: number }[] = [];

  constructor(private readonly settings: Settings) {}

  /** Time is looked at: by a sweep, or because something else is about to happen. */
  look(now: number): void {
    if (this.status === "paused" && this.endsAt !== null && this.endsAt <= now) this.wake(this.endsAt);
    if (this.deadline === null || now < this.deadline + 1) return;
    this.tell("missing", "failed", this.deadline, true);
    let next = this.endAfter(this.deadline);
    if (!begins(this.settings.interval, this.deadline)) next = this.endAfter(next);
    while (next + 1 <= now) next = this.endAfter(next);
    this.deadline = next;
  }

  checkIn(now: number): void {
    this.look(now);
    this.learn(now);
    if (this.status === "paused") {
      const wasTrouble = this.statusBeforePause === "failed" || this.statusBeforePause === "errored";
      if (this.until !== "healthy") this.statusBeforePause = "healthy";
      else this.tell("reporting", "healthy", now, wasTrouble);
    } else if (this.status !== "healthy") {
      this.tell("reporting", "healthy", now, this.status !== "pending");
    }
    if (this.status !== "paused") this.deadline = this.nextDeadline(now);
  }

  error(now: number): void {
    if (!this.settings.errorNotices) {
      this.checkIn(now);
      return;
    }
    this.look(now);
    if (this.status === "paused") {
      this.statusBeforePause = "errored";
      return;
    }
    const toldInThisPeriod =
      this.lastErrorTold !== null && this.startOf(this.lastErrorTold) === this.startOf(now);
    if (this.status !== "errored" || !toldInThisPeriod) {
      this.tell("errored", "errored", now, true);
      this.lastErrorTold = now;
    }
    this.deadline = this.nextDeadline(now);
  }

  pause(now: number, until: string, endsAt: number | null): void {
    if (this.status === "pending") return;
    this.look(now);
    if (this.status !== "paused") {
      this.statusBeforePause = this.status;
      this.tell("paused", "paused", now, false);
      this.deadline = null;
    }
    this.until = until;
    this.endsAt = endsAt;
  }

  unpause(now: number): void {
    if (this.status !== "paused") return;
    this.look(now);
    if (this.status === "paused") this.wake(now);
  }

  reschedule(now: number, interval: string, smart: boolean): void {
    if (this.settings.interval === interval && this.settings.smart === smart) return;
    this.look(now);
    this.settings.interval = interval;
    this.settings.smart = smart;
    this.arrivals = [];
    if (this.deadline !== null) this.deadline = this.endAfter(this.endAfter(now));
  }

  private wake(at: number): void {
    this.status = this.statusBeforePause;
    this.endsAt = null;
    this.deadline = this.endAfter(this.endAfter(at));
  }

  private tell(kind: string, to: string, at: number, byEmail: boolean): void {
    this.told.push({ kind, from: this.status, to, at, byEmail });
    this.status = to;
  }

  /** The first beginning of a period after this minute. */
  private endAfter(minute: number): number {
    let walked = minute + 1;
    while (!begins(this.settings.interval, walked)) walked += 1;
    return walked;
  }

  private startOf(minute: number): number {
    let walked = minute;
    while (!begins(this.settings.interval, walked)) walked -= 1;
    return walked;
  }

  private learn(now: number): void {
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
    return Math.min(start + latest + (end - start) / 10, end);
  }
}
