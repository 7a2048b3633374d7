import { expect, test } from "vitest";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { FILTER_DEFAULTS } from "../filter-attributes";
import {
  alertsSentence,
  detailsSentence,
  keywordsSentence,
  remindersSentence,
  runsSentence,
  scheduleSentence,
  suggestionsSentence,
} from "./sentences";

const nightly = { ...calendarTerms("daily"), schedule: "0 3 * * *", timezone: "Europe/Riga" };

test.each([
  [calendarTerms("daily"), "Daily, a calendar period in UTC"],
  [nightly, "At 03:00, Europe/Riga, 1 hour grace"],
  [{ ...nightly, grace: 0, early: 600 }, "At 03:00, Europe/Riga, no grace, up to 10 minutes early"],
  [{ ...nightly, startGrace: 60 }, "At 03:00, Europe/Riga, 1 hour grace"],
  [{ ...nightly, schedule: "every 45 minutes" }, "Every 45 minutes, 4 minutes 30 seconds grace"],
])("%j is “%s”", (terms, sentence) => {
  expect(scheduleSentence(terms)).toBe(sentence);
});

const alerting = {
  ...DEFAULT_RULES,
  alertEmail: [] as string[],
  channels: [] as string[],
  alertType: "basic" as const,
};
const alone = { defaultRecipients: "everyone in the case", channels: [], dependsOn: [], escalation: null };
const channels = [
  { id: "1", name: "#ops" },
  { id: "2", name: "PagerDuty" },
];

test.each([
  [alerting, alone, "After 1 failure, to everyone in the case"],
  [
    alerting,
    { ...alone, escalation: { afterMinutes: 90 } },
    "After 1 failure, to everyone in the case; escalated 1 hour 30 minutes later if not acknowledged",
  ],
  [
    alerting,
    { ...alone, escalation: { policy: "Databases" } },
    "After 1 failure, to everyone in the case; escalated by policy “Databases”",
  ],
  [alerting, { ...alone, channels }, "After 1 failure, to everyone in the case and all channels"],
  [
    { ...alerting, alertAfter: 3, alertAfterSeconds: 7_200, alertEmail: ["ops@acme.test"], channels: ["2"] },
    { ...alone, channels },
    "After 3 failures or 2 hours, to ops@acme.test and PagerDuty",
  ],
  [
    { ...alerting, severity: "warning" as const, alertType: "smart" as const, recoverAfter: 2 },
    { ...alone, dependsOn: [{ name: "Backup" }, { name: "Import" }] },
    "After 1 failure, to everyone in the case; severity warning; smart alert type; resolved after 2 successes; held while Backup or Import is down",
  ],
])("alerts %#: %3$s", (snitch, context, sentence) => {
  expect(alertsSentence(snitch, context)).toBe(sentence);
});

test.each([
  [null, "For each failed period"],
  [0, "Never"],
  [14_400, "Every 4 hours"],
])("reminders every %s seconds are “%s”", (remindEvery, sentence) => {
  expect(remindersSentence(remindEvery)).toBe(sentence);
});

test.each([
  [{}, "No limits"],
  [{ maxRuntime: 3_600, minRuntime: 5 }, "At most 1 hour; at least 5 seconds"],
  [{ checks: ["metric.rows > 0", "duration < 5 min"] }, "Checks: metric.rows > 0, duration < 5 min"],
  [
    { startGrace: 300, expects: "start" as const, checks: ["metric.rows > 0"] },
    "Start up to 5 minutes late; only the start is expected; checks: metric.rows > 0",
  ],
])("the run terms %j are “%s”", (terms, sentence) => {
  expect(runsSentence({ ...NO_RUN_TERMS, ...terms })).toBe(sentence);
});

test("keywords are said with where they are looked for", () => {
  expect(keywordsSentence(null)).toBe("None");
  expect(
    keywordsSentence({ ...FILTER_DEFAULTS, failure_keywords: "error, aborted", in_http_body: true }),
  ).toBe("Failure: error, aborted; in the body of requests");
  expect(keywordsSentence({ ...FILTER_DEFAULTS, methods: "POST", fails_by_default: true })).toBe(
    "A failure if none match; only POST requests",
  );
});

test("tags, environment, link and notes are said if there are some", () => {
  expect(detailsSentence({ tags: [], environment: "", url: "", notes: " " })).toBe("None");
  const details = { tags: ["db", "eu"], environment: "production", url: "", notes: "Call Ada first." };
  expect(detailsSentence(details)).toBe("db, eu · production · Call Ada first.");
});

test("dismissed suggestions are called by their titles", () => {
  expect(suggestionsSentence([])).toBe("None");
  expect(suggestionsSentence(["flaps", "stale"])).toBe("Still wanted?; It flaps");
});
