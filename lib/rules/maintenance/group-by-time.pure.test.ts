import { expect, test } from "vitest";
import { groupByTime } from "./group-by-time";
import type { Maintenance } from "./window";

const at = (text: string) => new Date(`2026-03-${text}Z`);
const once = (name: string, from: string, to: string): Maintenance => ({
  id: name,
  name,
  schedule: null,
  startsAt: at(from),
  endsAt: at(to),
});
const nightly: Maintenance = {
  id: "nightly",
  name: "nightly",
  schedule: "0 1 * * *",
  timezone: "UTC",
  duration: 7_200,
  endedEarlyAt: [],
};
const listNames = (all: Maintenance[]) => all.map(({ name }) => name);

test("maintenance is under way, to come, recurring or over", () => {
  const all = [
    once("later", "12T00:00", "12T01:00"),
    once("over", "08T00:00", "09T00:00"),
    nightly,
    once("just over", "10T00:00", "10T02:00"),
    once("soon", "10T02:01", "10T03:00"),
    once("now", "10T02:00", "10T03:00"),
  ];

  const { running, upcoming, recurring, past } = groupByTime(all, at("10T02:00"));

  expect(running.map(({ window }) => [window.name, window.endsAt])).toEqual([
    ["nightly", at("10T03:00")],
    ["now", at("10T03:00")],
  ]);
  expect(listNames(upcoming)).toEqual(["soon", "later"]);
  expect(recurring.map(({ next }) => next?.startsAt)).toEqual([at("11T01:00")]);
  expect(listNames(past)).toEqual(["just over", "over"]);
});

test("a window that was ended is not under way", () => {
  const ended = { ...nightly, endedEarlyAt: [at("10T01:30")] };
  expect(groupByTime([ended], at("10T02:00")).running).toEqual([]);
});
