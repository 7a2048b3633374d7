/**
 * A second implementation of when people are notified of an incident, with which tests compare the real one. It keeps what
 * happened, and asks with every event and whenever a wait is over whether people must be notified. Times are in minutes. It
 * shares no code with the real one.
 */

export type ModelRules = {
  alertAfter: number;
  alertAfterMinutes: number;
  recoverAfter: number;
  remindEvery: "period" | "never" | number;
};

export type Happening =
  | { what: "bad"; badness: 0 | 1; isCounted: boolean }
  | { what: "good" }
  | { what: "pause" }
  | { what: "acknowledge" }
  | { what: "snooze"; until: number };

export type World = {
  /** When the maintenance of this minute ends; null if there is none. */
  maintenanceEnd(minute: number): number | null;
  isParentBad(minute: number): boolean;
  /** How long to wait at this minute for a parent that may be about to miss; 0 for not at all. */
  waitForParent(minute: number): number;
  grace: number;
};

/** Why the notification waits after a bad result. `until` is infinite if only an event can end it. */
export type Reason = {
  minute: number;
  badCount: number;
  hold: "snooze" | "maintenance" | "threshold" | "parent" | null;
  until: number | null;
};

const NEVER = Number.POSITIVE_INFINITY;
const RECHECK_OF_BAD_PARENT = 15;

export class NotifyingModel {
  /** The minutes of the notifications, in order. */
  readonly notifications: number[] = [];
  /** After each bad result: why the notification waited, if it did, and until when at most. */
  readonly reasons: Reason[] = [];
  private reason: Reason["hold"] = null;
  private isOpen = false;
  private openedAt = 0;
  private bads = 0;
  private goods = 0;
  private lastNotified: number | null = null;
  private worst = 0;
  private isAcknowledged = false;
  private snoozedUntil: number | null = null;
  private hasPendingNotification = false;
  /** Until when a parent is waited for, and whether one was failing at the last look. */
  private parentUntil: number | null = null;
  private wasParentBad = false;
  private nextLook = NEVER;

  constructor(
    private readonly rules: ModelRules,
    private readonly world: World,
  ) {}

  happen(minute: number, event: Happening): void {
    if (event.what === "good") this.good(minute);
    else if (event.what === "bad") this.bad(minute, event);
    else if (event.what === "pause") this.pause(minute);
    else if (this.isOpen) this.decide(minute, event);
  }

  private pause(minute: number): void {
    this.notifications.push(minute);
    this.close();
  }

  private decide(minute: number, event: Exclude<Happening, { what: "good" | "bad" | "pause" }>): void {
    if (event.what === "snooze") this.snoozedUntil = event.until;
    else this.isAcknowledged = true;
    this.lookNow(minute);
  }

  /** The notifications that are due because time has passed. */
  look(minute: number): void {
    const isReleased = this.wasParentBad && !this.world.isParentBad(minute);
    if (this.isOpen && (isReleased || this.nextLook <= minute)) this.lookNow(minute);
  }

  private lookNow(minute: number): void {
    if (this.goods > 0) return;
    const until = this.quietEndsAt(minute);
    if (until === null && !this.isAcknowledged && this.bads > 0) {
      const isSnoozeOver = this.snoozedUntil !== null;
      const isReminderDue = this.reminderAt() <= minute;
      if (this.lastNotified === null || this.hasPendingNotification || isSnoozeOver || isReminderDue)
        this.notify(minute);
    }
    this.plan(until);
  }

  private bad(minute: number, { badness, isCounted }: Extract<Happening, { what: "bad" }>): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.openedAt = minute;
      this.worst = badness;
    }
    const isWorse = badness > this.worst;
    if (isWorse) {
      this.worst = badness;
      this.isAcknowledged = false;
    }
    const wasRecovering = this.goods > 0;
    this.goods = 0;
    this.bads += 1;
    const until = this.quietEndsAt(minute);
    this.reasons.push({ minute, badCount: this.bads, hold: this.reason, until });
    const isRepeat = this.rules.remindEvery === "period" && !isCounted && !wasRecovering;
    const isNews = !this.isAcknowledged && (this.lastNotified === null || isWorse || isRepeat);
    if (isNews && until === null) this.notify(minute);
    if (isNews && until !== null) this.hasPendingNotification = true;
    this.plan(until);
  }

  private good(minute: number): void {
    if (!this.isOpen) {
      this.notifications.push(minute);
      return;
    }
    this.goods += 1;
    this.bads = 0;
    this.nextLook = NEVER;
    this.forgetParent();
    if (this.lastNotified !== null && this.goods < this.rules.recoverAfter) return;
    if (this.lastNotified !== null) this.notifications.push(minute);
    this.close();
  }

  private close(): void {
    this.isOpen = false;
    this.bads = 0;
    this.goods = 0;
    this.lastNotified = null;
    this.isAcknowledged = false;
    this.snoozedUntil = null;
    this.hasPendingNotification = false;
    this.nextLook = NEVER;
    this.forgetParent();
  }

  private notify(minute: number): void {
    this.notifications.push(minute);
    this.lastNotified = minute;
    this.hasPendingNotification = false;
    this.snoozedUntil = null;
  }

  private plan(quietEndsAt: number | null): void {
    const isDue = !this.isAcknowledged && (this.hasPendingNotification || this.snoozedUntil !== null);
    this.nextLook = quietEndsAt ?? (isDue ? 0 : this.reminderAt());
  }

  private reminderAt(): number {
    const { remindEvery } = this.rules;
    if (typeof remindEvery !== "number" || this.lastNotified === null || this.isAcknowledged) return NEVER;
    return this.lastNotified + remindEvery;
  }

  /** Until when something prevents a notification; null if nothing does. */
  private quietEndsAt(minute: number): number | null {
    const until = this.quietUntil(minute);
    if (until !== null) {
      this.forgetParent();
      return until;
    }
    const waitsUntil = this.parentHoldsUntil(minute);
    this.reason = waitsUntil === null ? null : "parent";
    return waitsUntil;
  }

  private quietUntil(minute: number): number | null {
    this.reason = "snooze";
    if (this.snoozedUntil !== null && minute < this.snoozedUntil) return this.snoozedUntil;
    const end = this.world.maintenanceEnd(minute);
    this.reason = "maintenance";
    if (end !== null) return end;
    this.reason = "threshold";
    const { alertAfter, alertAfterMinutes } = this.rules;
    const inAnyCaseAt = alertAfterMinutes > 0 ? this.openedAt + alertAfterMinutes : NEVER;
    const isWaiting = this.lastNotified === null && this.bads < alertAfter && minute < inAnyCaseAt;
    return isWaiting ? inAnyCaseAt : null;
  }

  private parentHoldsUntil(minute: number): number | null {
    if (this.world.isParentBad(minute)) {
      this.wasParentBad = true;
      return minute + RECHECK_OF_BAD_PARENT;
    }
    if (this.wasParentBad) {
      this.wasParentBad = false;
      this.parentUntil = minute + this.world.grace;
    } else if (this.parentUntil === null && this.lastNotified === null) {
      const wait = this.world.waitForParent(minute);
      if (wait > 0) this.parentUntil = minute + wait;
    }
    if (this.parentUntil !== null && minute < this.parentUntil) return this.parentUntil;
    if (this.parentUntil !== null) this.forgetParent();
    return null;
  }

  /** A wait for a parent begins again if something else holds the notification in between. */
  private forgetParent(): void {
    this.parentUntil = null;
    this.wasParentBad = false;
  }
}
