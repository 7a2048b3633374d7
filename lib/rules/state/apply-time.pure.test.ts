import { describe, expect, test } from "vitest";
import { MINUTE_MS } from "@/lib/rules/durations";
import { aDailySnitch } from "@/testing/snitch-state";
import { applyEvent } from "./apply-event";
import { applyTime, heardUntil } from "./apply-time";
import type { SnitchEvent } from "./snitch-event";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");
const friday = new Date("2026-03-13T00:00Z");
const after = (at: Date, minutes: number) => new Date(at.getTime() + minutes * MINUTE_MS);

const checkIn = (at: Date): SnitchEvent => ({ kind: "checked_in", at, exitStatus: "", message: "" });
const healthy = aDailySnitch({ status: "healthy", deadline: wednesday, checkedInAt: after(tuesday, -60) });
const errored = aDailySnitch({ status: "errored", deadline: wednesday, erroredAt: after(tuesday, -60) });

describe("a missed period", () => {
  test("is alerted a minute after the deadline, with the time of the deadline", () => {
    expect(applyTime(healthy, new Date(after(wednesday, 1).getTime() - 1), []).alerts).toEqual([]);
    expect(applyTime(healthy, after(wednesday, 1), []).alerts).toMatchObject([
      { kind: "missing", at: wednesday },
    ]);
  });

  test("is alerted once for each silent period", () => {
    const first = applyTime(healthy, after(wednesday, 1), []);
    const again = applyTime(first.snitch, after(wednesday, 2), []);
    const second = applyTime(again.snitch, after(thursday, 1), []);
    expect(again.alerts).toEqual([]);
    expect(second.alerts).toMatchObject([
      { kind: "missing", from: "failed", to: "failed", at: thursday, meantFor: "everybody" },
    ]);
  });

  test("raises one alert after a long gap, however many periods passed", () => {
    const late = applyTime(healthy, after(friday, 30), []);
    expect(late.alerts).toMatchObject([{ kind: "missing", at: wednesday }]);
    expect(late.snitch.deadline).toEqual(new Date("2026-03-14T00:00Z"));
  });

  test("is alerted even if the next check-in comes before the sweep", () => {
    const { alerts } = applyEvent(healthy, checkIn(after(wednesday, 30)), []);
    expect(alerts).toMatchObject([
      { kind: "missing", from: "healthy", to: "failed", meantFor: "everybody" },
      { kind: "reporting", from: "failed", to: "healthy", meantFor: "everybody", silentSince: wednesday },
    ]);
  });

  test("is none if the check-in arrives within a minute after the deadline", () => {
    expect(applyEvent(healthy, checkIn(new Date(wednesday.getTime() + 59_999)), []).alerts).toEqual([]);
  });

  test("follows an error if the job then stays silent", () => {
    expect(applyTime(errored, after(wednesday, 1), []).alerts).toMatchObject([
      { kind: "missing", from: "errored", to: "failed", meantFor: "everybody" },
    ]);
  });
});

describe("what is received until a minute after the deadline decides whether it was missed", () => {
  const until = after(wednesday, 1);
  test.each<[string, Date, Date | null]>([
    ["a moment before, nothing is decided", new Date(until.getTime() - 1), null],
    ["then", until, until],
    ["and later, too, however many periods passed", after(friday, 30), until],
  ])("%s", (_, now, expected) => expect(heardUntil(healthy, now)).toEqual(expected));
});
