import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aDailySnitch } from "@/lib/testing/snitch-state";
import { applyEvent } from "./apply-event";
import { applyTime } from "./apply-time";
import { INTERVALS } from "./interval";
import { deadlineAfter } from "./period";
import type { SnitchEvent } from "./snitch-event";
import type { SnitchState, Status } from "./snitch-state";
import { isMonitored } from "./status";
import type { Transition } from "./transition";

const MINUTE_MS = 60_000;
const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const friday = new Date("2026-03-13T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const checkIn = (at: Date): SnitchEvent => ({ kind: "checked_in", at, exitStatus: "", message: "" });
const error = (at: Date): SnitchEvent => ({
  kind: "reported_error",
  at,
  exitStatus: "3",
  message: "disk full",
});
const pause = (
  at: Date,
  until: SnitchState["pauseUntil"] = "healthy",
  endsAt: Date | null = null,
): SnitchEvent => ({
  kind: "paused",
  at,
  until: until ?? "healthy",
  endsAt,
});

const healthy = aDailySnitch({ status: "healthy", deadline: wednesday, checkedInAt: after(tuesday, -60) });
const failed = aDailySnitch({ status: "failed", deadline: wednesday, missingSince: tuesday });
const errored = aDailySnitch({ status: "errored", deadline: wednesday, erroredAt: after(tuesday, -60) });
const paused = (given: Partial<SnitchState> = {}) =>
  aDailySnitch({
    status: "paused",
    pausedAt: tuesday,
    pauseUntil: "healthy",
    statusBeforePause: "healthy",
    ...given,
  });

const told = ({ alerts }: Transition) =>
  alerts.map(({ kind, from, to, byEmail }) => `${kind}: ${from} → ${to}${byEmail ? ", by mail" : ""}`);

describe("the table of states", () => {
  const noon = after(tuesday, 720);

  test.each<[string, SnitchState, SnitchEvent, SnitchState["status"], string[]]>([
    ["a first check-in", aDailySnitch(), checkIn(noon), "healthy", ["reporting: pending → healthy"]],
    ["a first error", aDailySnitch(), error(noon), "errored", ["errored: pending → errored, by mail"]],
    ["a further check-in", healthy, checkIn(noon), "healthy", []],
    ["an error", healthy, error(noon), "errored", ["errored: healthy → errored, by mail"]],
    ["an error while missing", failed, error(noon), "errored", ["errored: failed → errored, by mail"]],
    ["an error in another period", errored, error(noon), "errored", ["errored: errored → errored, by mail"]],
    ["a recovery from missing", failed, checkIn(noon), "healthy", ["reporting: failed → healthy, by mail"]],
    [
      "a recovery from an error",
      errored,
      checkIn(noon),
      "healthy",
      ["reporting: errored → healthy, by mail"],
    ],
    ["a pause", healthy, pause(noon), "paused", ["paused: healthy → paused"]],
    ["a pause while missing", failed, pause(noon), "paused", ["paused: failed → paused"]],
    ["a pause while pending", aDailySnitch(), pause(noon), "pending", []],
    ["a pause while paused", paused(), pause(noon, "unpaused"), "paused", []],
    ["a check-in that ends a pause", paused(), checkIn(noon), "healthy", ["reporting: paused → healthy"]],
    [
      "a check-in that ends a pause over a miss",
      paused({ statusBeforePause: "failed" }),
      checkIn(noon),
      "healthy",
      ["reporting: paused → healthy, by mail"],
    ],
    ["a check-in during a manual pause", paused({ pauseUntil: "unpaused" }), checkIn(noon), "paused", []],
    ["an error during a pause", paused(), error(noon), "paused", []],
    ["an unpause", paused({ statusBeforePause: "errored" }), { kind: "unpaused", at: noon }, "errored", []],
    ["an unpause of what is not paused", failed, { kind: "unpaused", at: noon }, "failed", []],
  ])("%s", (_, before, event, status, alerts) => {
    const outcome = applyEvent(before, event);
    expect(outcome.snitch.status).toBe(status);
    expect(told(outcome)).toEqual(alerts);
  });
});

describe("a missed period", () => {
  test("is acted on a minute after the deadline, and bears the deadline's time", () => {
    expect(applyTime(healthy, new Date(after(wednesday, 1).getTime() - 1)).alerts).toEqual([]);
    expect(applyTime(healthy, after(wednesday, 1)).alerts).toMatchObject([
      { kind: "missing", at: wednesday },
    ]);
  });

  test("is told once for each period that stays silent", () => {
    const first = applyTime(healthy, after(wednesday, 1));
    const again = applyTime(first.snitch, after(wednesday, 2));
    const second = applyTime(again.snitch, after(thursday, 1));
    expect(again.alerts).toEqual([]);
    expect(told(second)).toEqual(["missing: failed → failed, by mail"]);
    expect(second.alerts[0]?.at).toEqual(thursday);
  });

  test("that a worker slept through is caught up with one tale", () => {
    const late = applyTime(healthy, after(friday, 30));
    expect(late.alerts).toMatchObject([{ kind: "missing", at: wednesday }]);
    expect(late.snitch.deadline).toEqual(new Date("2026-03-14T00:00Z"));
  });

  test("is told even when the check-in that follows comes before the sweep", () => {
    const outcome = applyEvent(healthy, checkIn(after(wednesday, 30)));
    expect(told(outcome)).toEqual([
      "missing: healthy → failed, by mail",
      "reporting: failed → healthy, by mail",
    ]);
    expect(outcome.alerts[1]?.silentSince).toEqual(wednesday);
  });

  test("is none when the check-in arrives within the hearing allowance", () => {
    expect(applyEvent(healthy, checkIn(new Date(wednesday.getTime() + 59_999))).alerts).toEqual([]);
  });

  test("follows an error after which the job stays silent", () => {
    expect(told(applyTime(errored, after(wednesday, 1)))).toEqual(["missing: errored → failed, by mail"]);
  });
});

describe("errors", () => {
  test("are told again at most once in each period", () => {
    const first = applyEvent(healthy, error(after(tuesday, 60)));
    const second = applyEvent(first.snitch, error(after(tuesday, 120)));
    const third = applyEvent(second.snitch, error(after(wednesday, 10)));
    expect([first, second, third].map(({ alerts }) => alerts.length)).toEqual([1, 0, 1]);
  });

  test("move the deadline like a healthy check-in, for the job did run", () => {
    expect(applyEvent(healthy, error(after(tuesday, 60))).snitch.deadline).toEqual(thursday);
  });
});

describe("a pause", () => {
  test("until a time ends at that time, with a fresh period from then on", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60), "time", thursday)).snitch;
    expect(applyTime(muted, new Date(thursday.getTime() - 1)).snitch.status).toBe("paused");
    expect(applyTime(muted, thursday).snitch).toMatchObject({
      status: "healthy",
      deadline: deadlineAfter("daily", thursday),
      pausedAt: null,
      pauseUntil: null,
      pauseEndsAt: null,
      statusBeforePause: null,
    });
  });

  test("by hand remembers what happened under it", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60), "unpaused")).snitch;
    const erred = applyEvent(muted, error(after(wednesday, 60))).snitch;
    const freed = applyEvent(erred, { kind: "unpaused", at: after(friday, 60) });
    expect(freed.snitch).toMatchObject({ status: "errored", deadline: new Date("2026-03-15T00:00Z") });
    expect(freed.alerts).toEqual([]);
  });

  test("is not alerted for the time it took", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60), "unpaused")).snitch;
    const freed = applyEvent(muted, { kind: "unpaused", at: after(friday, 60) }).snitch;
    expect(applyTime(freed, new Date("2026-03-15T00:00:59.999Z")).alerts).toEqual([]);
    expect(applyTime(freed, new Date("2026-03-15T00:01:00Z")).alerts).toHaveLength(1);
  });
});

describe("a report that arrives late", () => {
  test("is only history when the miss of a later period has been told already", () => {
    const hourly = { ...healthy, interval: "hourly" as const, deadline: after(tuesday, 9 * 60) };
    const missed = applyTime(hourly, after(tuesday, 9 * 60 + 1)).snitch;
    const at = after(tuesday, 7 * 60 + 59);
    expect(applyEvent(missed, checkIn(at))).toEqual({
      snitch: { ...missed, checkedInAt: at },
      alerts: [],
      pauses: [],
    });
  });

  test("is heard when it came in the period that was told as missed", () => {
    const missed = applyTime(healthy, after(wednesday, 1)).snitch;
    const outcome = applyEvent(missed, checkIn(after(wednesday, -10)));
    expect(told(outcome)).toEqual(["reporting: failed → healthy, by mail"]);
    expect(outcome.snitch.deadline).toEqual(missed.deadline);
  });

  test("does not end a pause that began after it", () => {
    const muted = applyEvent(healthy, pause(after(tuesday, 60))).snitch;
    const at = after(tuesday, 59);
    expect(applyEvent(muted, checkIn(at)).snitch).toEqual({ ...muted, checkedInAt: at });
  });

  test("does not deny what the job said after it", () => {
    const [first, second] = [after(tuesday, 60), after(tuesday, 61)];
    const well = applyEvent(healthy, checkIn(second)).snitch;
    expect(applyEvent(well, error(first))).toEqual({ snitch: well, alerts: [], pauses: [] });
    const erred = applyEvent(healthy, error(second)).snitch;
    expect(applyEvent(erred, checkIn(first))).toEqual({
      snitch: { ...erred, checkedInAt: first },
      alerts: [],
      pauses: [],
    });
  });

  test("avoids a miss that was not told yet", () => {
    const late = applyEvent(healthy, checkIn(after(wednesday, -1))).snitch;
    expect(applyTime(late, after(wednesday, 30)).alerts).toEqual([]);
  });
});

test("a new interval grants a fresh period and forgets what smart had learned", () => {
  const knowing = {
    ...healthy,
    alertType: "smart" as const,
    arrivalsMs: [1, 2, 3],
    lastArrivalPeriod: tuesday,
  };
  const at = after(tuesday, 90);
  expect(
    applyEvent(knowing, { kind: "rescheduled", at, interval: "hourly", alertType: "smart" }).snitch,
  ).toMatchObject({
    interval: "hourly",
    deadline: deadlineAfter("hourly", at),
    arrivalsMs: [],
    lastArrivalPeriod: null,
  });
});

const anyHappening = fc.oneof(
  fc.record({ kind: fc.constant("checked_in" as const) }),
  fc.record({ kind: fc.constant("reported_error" as const) }),
  fc.record({ kind: fc.constant("paused" as const), until: fc.constantFrom("healthy", "unpaused", "time") }),
  fc.record({ kind: fc.constant("unpaused" as const) }),
  fc.record({
    kind: fc.constant("rescheduled" as const),
    interval: fc.constantFrom(...INTERVALS),
    alertType: fc.constantFrom("basic" as const, "smart" as const),
  }),
  fc.record({ kind: fc.constant("swept" as const) }),
);
const aLife = fc.array(fc.tuple(anyHappening, fc.integer({ min: 1, max: 3 * 24 * 60 })), { maxLength: 60 });

/** Lives through the happenings, so many minutes after each other, and shows every state to `look`. */
function live(
  life: [{ kind: string }, number][],
  look: (outcome: Transition, before: SnitchState, at: Date) => void,
) {
  let snitch = aDailySnitch();
  let at = tuesday;
  for (const [drawn, minutes] of life) {
    at = after(at, minutes);
    const said = { exitStatus: "", message: "" };
    const endsAt = "until" in drawn && drawn.until === "time" ? after(at, 1_000) : null;
    const outcome =
      drawn.kind === "swept"
        ? applyTime(snitch, at)
        : applyEvent(snitch, { ...said, ...drawn, at, endsAt } as SnitchEvent);
    look(outcome, snitch, at);
    snitch = outcome.snitch;
  }
}

describe("through any sequence of happenings", () => {
  test("a deadline is null exactly while pending or paused, and a pause is whole or absent", () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, ({ snitch }) => {
          expect(snitch.deadline === null).toBe(!isMonitored(snitch.status));
          expect(snitch.pausedAt !== null).toBe(snitch.status === "paused");
          expect(snitch.statusBeforePause !== null).toBe(snitch.status === "paused");
          expect(snitch.pauseUntil === "time").toBe(snitch.pauseEndsAt !== null);
        });
      }),
    );
  });

  test("each tale begins with the state in which the one before it ended", () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, ({ alerts }, before) => {
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

  test("settling twice is settling once, and leaves a deadline that lies ahead", () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, ({ snitch }, _, at) => {
          const once = applyTime(snitch, at);
          expect(applyTime(once.snitch, at)).toEqual({ snitch: once.snitch, alerts: [], pauses: [] });
          if (once.snitch.deadline)
            expect(once.snitch.deadline.getTime() + MINUTE_MS).toBeGreaterThan(at.getTime());
        });
      }),
    );
  });

  test("nothing is told while pending or paused, except that a pause or the waiting has ended", () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, ({ alerts }) => {
          for (const { from, kind } of alerts) {
            if (from === "paused") expect(kind).toBe("reporting");
            if (from === "pending") expect(["reporting", "errored"]).toContain(kind);
          }
        });
      }),
    );
  });
});
