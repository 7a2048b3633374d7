import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { aDailySnitch } from "@/lib/testing/snitch-state";
import { befall } from "./apply-event";
import { settle } from "./apply-time";
import { INTERVALS } from "./interval";
import { deadlineAfter } from "./period";
import { type Happening, isWatched, type Outcome, type Status, type Watched } from "./status";

const MINUTE_MS = 60_000;
const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const friday = new Date("2026-03-13T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const checkIn = (at: Date): Happening => ({ kind: "checked_in", at, exitStatus: "", message: "" });
const error = (at: Date): Happening => ({
  kind: "reported_error",
  at,
  exitStatus: "3",
  message: "disk full",
});
const pause = (
  at: Date,
  until: Watched["pauseUntil"] = "healthy",
  endsAt: Date | null = null,
): Happening => ({
  kind: "paused",
  at,
  until: until ?? "healthy",
  endsAt,
});

const healthy = aDailySnitch({ status: "healthy", deadline: wednesday, checkedInAt: after(tuesday, -60) });
const failed = aDailySnitch({ status: "failed", deadline: wednesday, missingSince: tuesday });
const errored = aDailySnitch({ status: "errored", deadline: wednesday, erroredAt: after(tuesday, -60) });
const paused = (given: Partial<Watched> = {}) =>
  aDailySnitch({ status: "paused", pausedAt: tuesday, pauseUntil: "healthy", covered: "healthy", ...given });

const told = ({ tales }: Outcome) =>
  tales.map(({ kind, from, to, byMail }) => `${kind}: ${from} → ${to}${byMail ? ", by mail" : ""}`);

describe("the table of states", () => {
  const noon = after(tuesday, 720);

  test.each<[string, Watched, Happening, Watched["status"], string[]]>([
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
      paused({ covered: "failed" }),
      checkIn(noon),
      "healthy",
      ["reporting: paused → healthy, by mail"],
    ],
    ["a check-in during a manual pause", paused({ pauseUntil: "unpaused" }), checkIn(noon), "paused", []],
    ["an error during a pause", paused(), error(noon), "paused", []],
    ["an unpause", paused({ covered: "errored" }), { kind: "unpaused", at: noon }, "errored", []],
    ["an unpause of what is not paused", failed, { kind: "unpaused", at: noon }, "failed", []],
  ])("%s", (_, before, happening, status, tales) => {
    const outcome = befall(before, happening);
    expect(outcome.snitch.status).toBe(status);
    expect(told(outcome)).toEqual(tales);
  });
});

describe("a missed period", () => {
  test("is acted on a minute after the deadline, and bears the deadline's time", () => {
    expect(settle(healthy, new Date(after(wednesday, 1).getTime() - 1)).tales).toEqual([]);
    expect(settle(healthy, after(wednesday, 1)).tales).toMatchObject([{ kind: "missing", at: wednesday }]);
  });

  test("is told once for each period that stays silent", () => {
    const first = settle(healthy, after(wednesday, 1));
    const again = settle(first.snitch, after(wednesday, 2));
    const second = settle(again.snitch, after(thursday, 1));
    expect(again.tales).toEqual([]);
    expect(told(second)).toEqual(["missing: failed → failed, by mail"]);
    expect(second.tales[0]?.at).toEqual(thursday);
  });

  test("that a worker slept through is caught up with one tale", () => {
    const late = settle(healthy, after(friday, 30));
    expect(late.tales).toMatchObject([{ kind: "missing", at: wednesday }]);
    expect(late.snitch.deadline).toEqual(new Date("2026-03-14T00:00Z"));
  });

  test("is told even when the check-in that follows comes before the sweep", () => {
    const outcome = befall(healthy, checkIn(after(wednesday, 30)));
    expect(told(outcome)).toEqual([
      "missing: healthy → failed, by mail",
      "reporting: failed → healthy, by mail",
    ]);
    expect(outcome.tales[1]?.silentSince).toEqual(wednesday);
  });

  test("is none when the check-in arrives within the hearing allowance", () => {
    expect(befall(healthy, checkIn(new Date(wednesday.getTime() + 59_999))).tales).toEqual([]);
  });

  test("follows an error after which the job stays silent", () => {
    expect(told(settle(errored, after(wednesday, 1)))).toEqual(["missing: errored → failed, by mail"]);
  });
});

describe("errors", () => {
  test("are told again at most once in each period", () => {
    const first = befall(healthy, error(after(tuesday, 60)));
    const second = befall(first.snitch, error(after(tuesday, 120)));
    const third = befall(second.snitch, error(after(wednesday, 10)));
    expect([first, second, third].map(({ tales }) => tales.length)).toEqual([1, 0, 1]);
  });

  test("move the deadline like a healthy check-in, for the job did run", () => {
    expect(befall(healthy, error(after(tuesday, 60))).snitch.deadline).toEqual(thursday);
  });
});

describe("a pause", () => {
  test("until a time ends at that time, with a fresh period from then on", () => {
    const muted = befall(healthy, pause(after(tuesday, 60), "time", thursday)).snitch;
    expect(settle(muted, new Date(thursday.getTime() - 1)).snitch.status).toBe("paused");
    expect(settle(muted, thursday).snitch).toMatchObject({
      status: "healthy",
      deadline: deadlineAfter("daily", thursday),
      pausedAt: null,
      pauseUntil: null,
      pauseEndsAt: null,
      covered: null,
    });
  });

  test("by hand remembers what happened under it", () => {
    const muted = befall(healthy, pause(after(tuesday, 60), "unpaused")).snitch;
    const erred = befall(muted, error(after(wednesday, 60))).snitch;
    const freed = befall(erred, { kind: "unpaused", at: after(friday, 60) });
    expect(freed.snitch).toMatchObject({ status: "errored", deadline: new Date("2026-03-15T00:00Z") });
    expect(freed.tales).toEqual([]);
  });

  test("is not alerted for the time it took", () => {
    const muted = befall(healthy, pause(after(tuesday, 60), "unpaused")).snitch;
    const freed = befall(muted, { kind: "unpaused", at: after(friday, 60) }).snitch;
    expect(settle(freed, new Date("2026-03-15T00:00:59.999Z")).tales).toEqual([]);
    expect(settle(freed, new Date("2026-03-15T00:01:00Z")).tales).toHaveLength(1);
  });
});

describe("a report that arrives late", () => {
  test("is only history when the miss of a later period has been told already", () => {
    const hourly = { ...healthy, interval: "hourly" as const, deadline: after(tuesday, 9 * 60) };
    const missed = settle(hourly, after(tuesday, 9 * 60 + 1)).snitch;
    const at = after(tuesday, 7 * 60 + 59);
    expect(befall(missed, checkIn(at))).toEqual({
      snitch: { ...missed, checkedInAt: at },
      tales: [],
      pauses: [],
    });
  });

  test("is heard when it came in the period that was told as missed", () => {
    const missed = settle(healthy, after(wednesday, 1)).snitch;
    const outcome = befall(missed, checkIn(after(wednesday, -10)));
    expect(told(outcome)).toEqual(["reporting: failed → healthy, by mail"]);
    expect(outcome.snitch.deadline).toEqual(missed.deadline);
  });

  test("does not end a pause that began after it", () => {
    const muted = befall(healthy, pause(after(tuesday, 60))).snitch;
    const at = after(tuesday, 59);
    expect(befall(muted, checkIn(at)).snitch).toEqual({ ...muted, checkedInAt: at });
  });

  test("does not deny what the job said after it", () => {
    const [first, second] = [after(tuesday, 60), after(tuesday, 61)];
    const well = befall(healthy, checkIn(second)).snitch;
    expect(befall(well, error(first))).toEqual({ snitch: well, tales: [], pauses: [] });
    const erred = befall(healthy, error(second)).snitch;
    expect(befall(erred, checkIn(first))).toEqual({
      snitch: { ...erred, checkedInAt: first },
      tales: [],
      pauses: [],
    });
  });

  test("avoids a miss that was not told yet", () => {
    const late = befall(healthy, checkIn(after(wednesday, -1))).snitch;
    expect(settle(late, after(wednesday, 30)).tales).toEqual([]);
  });
});

test("a new interval grants a fresh period and forgets what smart had learned", () => {
  const knowing = { ...healthy, alertType: "smart" as const, arrivalsMs: [1, 2, 3], arrivedIn: tuesday };
  const at = after(tuesday, 90);
  expect(
    befall(knowing, { kind: "rescheduled", at, interval: "hourly", alertType: "smart" }).snitch,
  ).toMatchObject({
    interval: "hourly",
    deadline: deadlineAfter("hourly", at),
    arrivalsMs: [],
    arrivedIn: null,
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
  look: (outcome: Outcome, before: Watched, at: Date) => void,
) {
  let snitch = aDailySnitch();
  let at = tuesday;
  for (const [drawn, minutes] of life) {
    at = after(at, minutes);
    const said = { exitStatus: "", message: "" };
    const endsAt = "until" in drawn && drawn.until === "time" ? after(at, 1_000) : null;
    const outcome =
      drawn.kind === "swept"
        ? settle(snitch, at)
        : befall(snitch, { ...said, ...drawn, at, endsAt } as Happening);
    look(outcome, snitch, at);
    snitch = outcome.snitch;
  }
}

describe("through any sequence of happenings", () => {
  test("a deadline is null exactly while pending or paused, and a pause is whole or absent", () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, ({ snitch }) => {
          expect(snitch.deadline === null).toBe(!isWatched(snitch.status));
          expect(snitch.pausedAt !== null).toBe(snitch.status === "paused");
          expect(snitch.covered !== null).toBe(snitch.status === "paused");
          expect(snitch.pauseUntil === "time").toBe(snitch.pauseEndsAt !== null);
        });
      }),
    );
  });

  test("each tale begins with the state in which the one before it ended", () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, ({ tales }, before) => {
          if (before.status === "paused") return;
          let status: Status = before.status;
          for (const { from, to } of tales) {
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
          const once = settle(snitch, at);
          expect(settle(once.snitch, at)).toEqual({ snitch: once.snitch, tales: [], pauses: [] });
          if (once.snitch.deadline)
            expect(once.snitch.deadline.getTime() + MINUTE_MS).toBeGreaterThan(at.getTime());
        });
      }),
    );
  });

  test("nothing is told while pending or paused, except that a pause or the waiting has ended", () => {
    fc.assert(
      fc.property(aLife, (life) => {
        live(life, ({ tales }) => {
          for (const { from, kind } of tales) {
            if (from === "paused") expect(kind).toBe("reporting");
            if (from === "pending") expect(["reporting", "errored"]).toContain(kind);
          }
        });
      }),
    );
  });
});
