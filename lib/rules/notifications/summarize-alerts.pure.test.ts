import { expect, test } from "vitest";
import { type SummarizedAlert, summarizeAlerts } from "./summarize-alerts";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);

const anAlert = (
  name: string,
  kind: SummarizedAlert["kind"],
  time: string,
  incident = true,
): SummarizedAlert => ({
  snitchId: name,
  name,
  kind,
  at: at(time),
  incident: incident ? { id: `incident of ${name}`, openedAt: at("01:00"), closedAt: null } : null,
});

test("what is still bad is one line, with its latest kind and since when", () => {
  expect(summarizeAlerts([anAlert("a", "errored", "01:00"), anAlert("a", "missing", "02:00")])).toEqual([
    { name: "a", kind: "missing", since: at("01:00"), endedAt: null },
  ]);
});

test("what was over by then is one line about the past", () => {
  expect(summarizeAlerts([anAlert("a", "missing", "01:00"), anAlert("a", "reporting", "03:00")])).toEqual([
    { name: "a", kind: "missing", since: at("01:00"), endedAt: at("03:00") },
  ]);
});

test("an incident that a pause ended is over, although no alert says so", () => {
  const missing = anAlert("a", "missing", "01:00");
  const closed = missing.incident && { ...missing.incident, closedAt: at("02:00") };
  expect(summarizeAlerts([{ ...missing, incident: closed }])).toEqual([
    { name: "a", kind: "missing", since: at("01:00"), endedAt: at("02:00") },
  ]);
});

test("the end of what an earlier email reported is news", () => {
  expect(summarizeAlerts([anAlert("a", "reporting", "03:00")])).toEqual([
    { name: "a", kind: "reporting", since: at("03:00"), endedAt: null },
  ]);
});

test("each snitch is a line of its own, in the order in which they came, and so is each incident", () => {
  const again = {
    ...anAlert("a", "errored", "05:00"),
    incident: { id: "2", openedAt: at("05:00"), closedAt: null },
  };
  const lines = summarizeAlerts([
    anAlert("b", "missing", "01:00"),
    anAlert("a", "missing", "01:30"),
    anAlert("a", "reporting", "03:00"),
    again,
    anAlert("c", "reporting", "06:00", false),
  ]);
  expect(lines.map(({ name, kind }) => [name, kind])).toEqual([
    ["b", "missing"],
    ["a", "missing"],
    ["a", "errored"],
    ["c", "reporting"],
  ]);
});
