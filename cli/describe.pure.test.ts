import { expect, test } from "vitest";
import type { Incident, Run, Snitch } from "./api-things";
import { describeCause, describeIncident, describeSnitch, describeTime, findLastReport } from "./describe";

const monday = "2026-03-09T03:00:12.345Z";
const tuesday = "2026-03-10T03:00:12.345Z";
const wednesday = "2026-03-11T03:00:12.345Z";

const aRun = (changes: Partial<Run> = {}): Run => ({
  id: "019e6728-fd00-7a41-8c02-5f0d8a3b9e11",
  outcome: "failed",
  exit_status: "2",
  host: "db7",
  started_at: monday,
  ended_at: tuesday,
  duration_ms: 974,
  reported_ms: 61_000,
  ...changes,
});

const aSnitch = (changes: Partial<Snitch> = {}): Snitch => ({
  token: "c2354d53d2b1a4f0",
  name: "Nightly backup",
  status: "errored",
  tags: ["db"],
  checked_in_at: monday,
  check_in_url: "https://checkin.example/c2354d53d2b1a4f0",
  notes: "",
  slug: null,
  interval: "daily",
  schedule: null,
  timezone: null,
  grace: null,
  next_expected_at: null,
  max_runtime: null,
  min_runtime: null,
  checks: [],
  alert_email: [],
  depends_on: [],
  last_run: null,
  ...changes,
});

const anIncident = (changes: Partial<Incident> = {}): Incident => ({
  id: "019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
  snitch: "c2354d53d2b1a4f0",
  cause: "error",
  severity: "critical",
  opened_at: tuesday,
  acknowledged_at: null,
  snoozed_until: null,
  name: "Nightly backup",
  url: "https://tattle.example/acme/incidents/019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
  exit_status: "2",
  message: "no space left on device",
  host: "db7",
  last_report_at: tuesday,
  ...changes,
});

test("times have one form, with their zone", () => {
  expect(describeTime(tuesday)).toBe("2026-03-10 03:00:12 UTC");
  expect(describeTime("2026-03-10T05:00:12+02:00")).toBe("2026-03-10 03:00:12 UTC");
  expect([describeTime(null), describeTime(undefined)]).toEqual(["", ""]);
});

test.each<[string, Partial<Snitch>, Incident | null, ReturnType<typeof findLastReport>]>([
  ["never, if it has not reported", { checked_in_at: null }, null, null],
  ["its check-in", {}, null, { at: monday, isError: false }],
  ["a run that failed later", { last_run: aRun() }, null, { at: tuesday, isError: true }],
  [
    "a run that succeeded",
    { last_run: aRun({ outcome: "succeeded", ended_at: monday }) },
    null,
    { at: monday, isError: false },
  ],
  [
    "a check-in after a run that failed",
    { checked_in_at: wednesday, last_run: aRun() },
    null,
    { at: wednesday, isError: false },
  ],
  [
    "not a run that goes on",
    { last_run: aRun({ outcome: "running", ended_at: null }) },
    null,
    { at: monday, isError: false },
  ],
  ["an error without a run", {}, anIncident(), { at: tuesday, isError: true }],
  [
    "the check-in before a miss",
    {},
    anIncident({ cause: "missed", last_report_at: monday }),
    { at: monday, isError: false },
  ],
])("the last report is %s", (_, snitch, incident, expected) => {
  expect(findLastReport(aSnitch(snitch), incident)).toEqual(expected);
});

test.each<[Partial<Incident>, string]>([
  [{}, "exit status 2: no space left on device"],
  [{ message: "" }, "exit status 2"],
  [{ exit_status: "", message: "" }, "reported an error"],
  [{ cause: "missed", exit_status: "", message: "" }, "did not report"],
  [{ cause: "overran", message: "copying" }, "is running too long: copying"],
  [{ cause: "constructor", message: null }, "constructor"],
])("the cause is one line: %j", (changes, expected) => {
  expect(describeCause(anIncident(changes))).toBe(expected);
});

test("an incident says what, why, where, since when, who deals with it, and its page", () => {
  expect(describeIncident(anIncident({ acknowledged_at: wednesday }), "")).toEqual([
    "critical: Nightly backup",
    "  exit status 2: no space left on device",
    "  on db7 since 2026-03-10 03:00:12 UTC",
    "  acknowledged 2026-03-11 03:00:12 UTC",
    "  https://tattle.example/acme/incidents/019e7140-1b80-7c3e-9d15-0f6f8e2b7a44",
  ]);
});

test("of a server that says less about incidents, the snitch and its page are named", () => {
  const { name, url, message, host, exit_status, last_report_at, ...less } = anIncident({ cause: "missed" });

  expect(describeIncident(less as Incident, "https://tattle.example/snitches/c2354d53d2b1a4f0")).toEqual([
    "critical: c2354d53d2b1a4f0",
    "  did not report",
    "  since 2026-03-10 03:00:12 UTC",
    "  https://tattle.example/snitches/c2354d53d2b1a4f0",
  ]);
});

test("a snitch reads like a page, without what it does not use", () => {
  const snitch = aSnitch({
    schedule: "0 3 * * *\n0 15 * * *",
    timezone: "Europe/Riga",
    grace: 900,
    next_expected_at: wednesday,
    max_runtime: 3_600,
    notes: "Runs on db7.",
    last_run: aRun(),
  });

  expect(describeSnitch(snitch, anIncident(), "https://tattle.example/snitches/c2354d53d2b1a4f0")).toEqual({
    title: "Nightly backup",
    fields: [
      ["Status", "errored"],
      ["Since", "2026-03-10 03:00:12 UTC"],
      ["Cause", "exit status 2: no space left on device"],
      ["Severity", "critical"],
      ["Incident", "https://tattle.example/acme/incidents/019e7140-1b80-7c3e-9d15-0f6f8e2b7a44"],
      ["Handling", "not acknowledged"],
      ["Last report", "2026-03-10 03:00:12 UTC, an error"],
      ["Last healthy", "2026-03-09 03:00:12 UTC"],
      ["Last run", "failed with exit status 2 after 1 min 1 s on db7"],
      ["Schedule", "0 3 * * *; 0 15 * * *, Europe/Riga, 15 min grace"],
      ["Next run", "2026-03-11 03:00:12 UTC"],
      ["Longest run", "1 h"],
      ["Tags", "#db"],
      ["Notes", "Runs on db7."],
      ["Token", "c2354d53d2b1a4f0"],
      ["Check-in URL", "https://checkin.example/c2354d53d2b1a4f0"],
      ["Page", "https://tattle.example/snitches/c2354d53d2b1a4f0"],
    ],
  });
});
