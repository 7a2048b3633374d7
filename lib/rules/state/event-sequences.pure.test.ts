import fc from "fast-check";
import { expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { calendarTerms, type ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { aDailySnitch } from "@/testing/snitch-state";
import { applyEvent } from "./apply-event";
import { applyTime } from "./apply-time";
import type { SnitchEvent } from "./snitch-event";
import type { SnitchState, Status } from "./snitch-state";
import { isMonitored } from "./status";
import type { Transition } from "./transition";

const tuesday = new Date("2026-03-10T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const scheduled = (schedule: string, terms: Partial<ScheduleTerms> = {}): ScheduleTerms => ({
  ...calendarTerms("daily"),
  schedule,
  ...terms,
});

/** The other kinds of schedules. */
const SCHEDULES = [
  scheduled("30 7 * * 1-5", { timezone: "Europe/Riga" }),
  scheduled("*/5 * * * *", { grace: 3_600 }),
  scheduled("0 */6 * * *", { grace: 0, early: 900 }),
  scheduled("Mon..Fri *-*-* 08..18:00", { timezone: "Australia/Lord_Howe" }),
  scheduled("every 45 minutes", { active: "Mon..Fri 08:00-18:00", timezone: "America/New_York" }),
];

const anyEvent = fc.oneof(
  fc.record({ kind: fc.constant("checked_in" as const) }),
  fc.record({ kind: fc.constant("reported_error" as const) }),
  fc.record({
    kind: fc.constant("paused" as const),
    until: fc.constantFrom("healthy", "unpaused", "time"),
    evenPending: fc.boolean(),
  }),
  fc.record({ kind: fc.constant("unpaused" as const) }),
  fc.record({ kind: fc.constant("started" as const), abandons: fc.boolean() }),
  fc.record({
    kind: fc.constant("rescheduled" as const),
    terms: fc.constantFrom(...INTERVALS.map(calendarTerms), ...SCHEDULES),
    alertType: fc.constantFrom("basic" as const, "smart" as const),
  }),
  fc.record({ kind: fc.constant("swept" as const) }),
);
const anySequence = fc.array(fc.tuple(anyEvent, fc.integer({ min: 1, max: 3 * 24 * 60 })), { maxLength: 60 });

/** Applies the events, each this many minutes after the previous one it, and passes every transition to `inspect`. */
function replay(
  sequence: [{ kind: string }, number][],
  inspect: (transition: Transition, before: SnitchState, at: Date) => void,
) {
  let snitch = aDailySnitch();
  let at = tuesday;
  for (const [drawn, minutes] of sequence) {
    at = after(at, minutes);
    const report = { exitStatus: "", message: "" };
    const endsAt = "until" in drawn && drawn.until === "time" ? after(at, 1_000) : null;
    const transition =
      drawn.kind === "swept"
        ? applyTime(snitch, at, [])
        : applyEvent(snitch, { ...report, ...drawn, at, endsAt } as SnitchEvent, []);
    inspect(transition, snitch, at);
    snitch = transition.snitch;
  }
}

test("the deadline is null while paused, or pending before the first start, and the fields of a pause are set together", () => {
  fc.assert(
    fc.property(anySequence, (sequence) => {
      replay(sequence, ({ snitch }) => {
        if (snitch.status !== "pending") expect(snitch.deadline === null).toBe(!isMonitored(snitch.status));
        expect(snitch.pausedAt !== null).toBe(snitch.status === "paused");
        expect(snitch.statusBeforePause !== null).toBe(snitch.status === "paused");
        expect(snitch.pauseUntil === "time").toBe(snitch.pauseEndsAt !== null);
      });
    }),
  );
});

test("each alert starts from the status in which the previous one it ended", () => {
  fc.assert(
    fc.property(anySequence, (sequence) => {
      replay(sequence, ({ alerts }, before) => {
        if (before.status === "paused") return;
        let status: Status = before.status;
        for (const { from, to } of alerts) {
          expect(from).toBe(status);
          status = to;
        }
      });
    }),
  );
});

test("applying time twice has no further effect and leaves a deadline that has not passed", () => {
  fc.assert(
    fc.property(anySequence, (sequence) => {
      replay(sequence, ({ snitch }, _, at) => {
        const once = applyTime(snitch, at, []);
        expect(applyTime(once.snitch, at, [])).toEqual({
          snitch: once.snitch,
          alerts: [],
          pauses: [],
          unknownMisses: [],
        });
        if (once.snitch.deadline)
          expect(once.snitch.deadline.getTime() + MINUTE_MS).toBeGreaterThan(at.getTime());
      });
    }),
  );
});

test("a pending snitch has a deadline exactly from its first start on, until a pause", () => {
  fc.assert(
    fc.property(anySequence, (sequence) => {
      let hasStarted = false;
      const kinds = sequence.map(([{ kind }]) => kind);
      let step = 0;
      replay(sequence, ({ snitch }, before, at) => {
        const kind = kinds[step++];
        // A pause that has ended by then is over first.
        const { status } = applyTime(before, at, []).snitch;
        if (status === "pending" && kind === "started") hasStarted = true;
        if (snitch.status === "paused") hasStarted = false;
        if (snitch.status === "pending") expect(snitch.deadline !== null).toBe(hasStarted);
      });
    }),
  );
});

test("a pending or paused snitch is alerted only when a report ends that status, or its first run never does", () => {
  fc.assert(
    fc.property(anySequence, (sequence) => {
      replay(sequence, ({ alerts }, { status, deadline }) => {
        for (const { from, kind } of alerts) {
          if (status === "pending" && kind === "missing" && from === "pending")
            expect(deadline).not.toBeNull();
          if (from === "paused") expect(kind).toBe("reporting");
          if (from === "pending") expect(["reporting", "errored", "missing"]).toContain(kind);
        }
      });
    }),
  );
});
