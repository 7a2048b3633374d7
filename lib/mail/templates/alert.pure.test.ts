import { expect, test } from "vitest";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { buildAlertContent } from "./alert";
import type { AlertDetails } from "./alert-details";

const sunday = new Date("2026-03-08T22:04:11Z");
const tuesday = new Date("2026-03-10T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");

type Overrides = Partial<Omit<AlertDetails, "alert" | "snitch">> & {
  alert?: Partial<AlertDetails["alert"]>;
  snitch?: Partial<AlertDetails["snitch"]>;
};

const aMissingAlert = ({ alert, snitch, ...overrides }: Overrides = {}): AlertDetails => ({
  alert: {
    kind: "missing",
    from: "healthy",
    at: tuesday,
    exitStatus: "",
    message: "",
    lastCheckedInAt: sunday,
    silentSince: null,
    ...alert,
  },
  snitch: { name: "Nightly backup", notes: "", ...calendarTerms("daily"), ...snitch },
  caseName: "Acme",
  zone: "UTC",
  snitchUrl: "https://tattle.test/acme/snitches/ab12",
  ...overrides,
});

const findFact = (overrides: Overrides, label: string) =>
  buildAlertContent(aMissingAlert(overrides)).facts?.find((fact) => fact.label === label)?.value;

test.each<[Overrides["alert"], string, string]>([
  [{}, "▲ Missing: Nightly backup", "It was due by Tue 10 Mar 2026, 00:00 UTC and has not checked in."],
  [
    { from: "errored" },
    "▲ Missing: Nightly backup",
    "It was due by Tue 10 Mar 2026, 00:00 UTC and has not checked in since it reported an error.",
  ],
  [
    { from: "failed", at: thursday, silentSince: tuesday },
    "▲ Still missing: Nightly backup",
    "It has been missing since Tue 10 Mar 2026, 00:00 UTC, and was due again by Thu 12 Mar 2026, 00:00.",
  ],
  [
    { from: "failed", at: thursday },
    "▲ Still missing: Nightly backup",
    "It is still missing, and was due again by Thu 12 Mar 2026, 00:00 UTC.",
  ],
  [
    { kind: "errored", exitStatus: "137" },
    "■ Errored: Nightly backup",
    "It reported an error on Tue 10 Mar 2026, 00:00 UTC, with exit status 137.",
  ],
  [
    { kind: "errored", from: "errored", exitStatus: "1" },
    "■ Errored again: Nightly backup",
    "It reported another error on Tue 10 Mar 2026, 00:00 UTC, with exit status 1.",
  ],
  [
    { kind: "errored", from: "failed", exitStatus: "1" },
    "■ Errored: Nightly backup",
    "After being missing, it reported an error on Tue 10 Mar 2026, 00:00 UTC, with exit status 1.",
  ],
  [
    { kind: "reporting", from: "failed", at: thursday, silentSince: tuesday },
    "● Recovered: Nightly backup",
    "It checked in on Thu 12 Mar 2026, 00:00 UTC, after being missing for 2 days.",
  ],
  [
    { kind: "reporting", from: "errored" },
    "● Recovered: Nightly backup",
    "It checked in on Tue 10 Mar 2026, 00:00 UTC, this time without an error.",
  ],
  [
    { kind: "reporting", from: "paused", silentSince: sunday },
    "● Recovered: Nightly backup",
    "It checked in on Tue 10 Mar 2026, 00:00 UTC, which ended its pause.",
  ],
  [
    { kind: "paused", from: "failed" },
    "‖ Paused: Nightly backup",
    "It has been missing for two years, so it was paused on Tue 10 Mar 2026, 00:00 UTC. While it is paused, no alerts are sent.",
  ],
])("the subject for %j is “%s”", (alert, subject, lead) => {
  expect(buildAlertContent(aMissingAlert({ alert }))).toMatchObject({ subject, lead });
});

test("the facts are when the snitch was due, when it last checked in and how often it is expected", () => {
  expect(buildAlertContent(aMissingAlert()).facts).toEqual([
    { label: "Due by", value: "Tue 10 Mar 2026, 00:00" },
    { label: "Last healthy check-in", value: "Sun 8 Mar 2026, 22:04" },
    { label: "Expected", value: "Daily" },
  ]);
});

test("the e-mail about a recovery says how long the snitch was down", () => {
  const ended = { kind: "reporting", at: thursday, silentSince: tuesday } as const;
  const since = "Tue 10 Mar 2026, 00:00 (2 days)";
  expect(findFact({ alert: { ...ended, from: "failed" } }, "Missing since")).toBe(since);
  expect(findFact({ alert: { ...ended, from: "errored" } }, "Errored since")).toBe(since);
  expect(findFact({ alert: { ...ended, from: "paused" } }, "Not healthy since")).toBe(since);
});

test("a snitch that was never healthy has “Never” as its last healthy check-in", () => {
  expect(findFact({ alert: { lastCheckedInAt: null } }, "Last healthy check-in")).toBe("Never");
});

test("the job’s message is quoted up to two thousand characters, the notes in full", () => {
  const notes = "n".repeat(10_000);
  const { quotes } = buildAlertContent(
    aMissingAlert({ alert: { message: "m".repeat(5_000) }, snitch: { notes } }),
  );
  expect(quotes).toEqual([
    { label: "Last message from the job", body: `${"m".repeat(1_999)}…`, as: "output" },
    { label: "Notes", body: notes, as: "prose" },
  ]);
});

test("of what the job printed, the end is quoted", () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i + 1}`);
  const message = `${lines.join("\n")}\nValueError: no rows\n`;
  const [quote] = buildAlertContent(aMissingAlert({ alert: { kind: "errored", message } })).quotes ?? [];
  expect(quote?.label).toBe("Last output of the job");
  expect(quote?.body).toMatch(/^…\nline 32\n[\s\S]*\nline 60\nValueError: no rows$/);
});

test("an empty message and empty notes are not quoted", () => {
  expect(buildAlertContent(aMissingAlert({ alert: { message: " \n" } })).quotes).toEqual([]);
});

test("a subject is one short line for any name", () => {
  const { subject } = buildAlertContent(
    aMissingAlert({ snitch: { name: `Backup\r\nBcc: eve@evil.test ${"x".repeat(255)}` } }),
  );
  expect(subject).toMatch(/^▲ Missing: Backup Bcc: eve@evil\.test x+…$/);
  expect([...subject].length).toBeLessThan(100);
});

test.each<[Overrides["alert"], string | undefined]>([
  [{}, "https://tattle.test/acme/snitches/ab12/snooze"],
  [{ kind: "errored" }, "https://tattle.test/acme/snitches/ab12/snooze"],
  [{ kind: "reporting", from: "failed" }, undefined],
  [{ kind: "paused", from: "failed" }, undefined],
])("an alert like %o links to the page that mutes: %s", (alert, url) => {
  expect(buildAlertContent(aMissingAlert({ alert })).otherButtons?.[0]?.url).toBe(url);
});

const incident = {
  url: "https://tattle.test/acme/incidents/7",
  severity: "critical",
  openedAt: sunday,
} as const;

test("an alert of a problem links to its page, after all else", () => {
  const alertUrl = "https://tattle.test/acme/alerts/9";
  expect(buildAlertContent({ ...aMissingAlert(), alertUrl }).otherButtons?.at(-1)).toEqual({
    label: "Why This Alert",
    url: alertUrl,
  });
});

test("an alert of an incident links to the page that acknowledges, before the one that mutes", () => {
  expect(buildAlertContent(aMissingAlert({ incident })).otherButtons).toEqual([
    { label: "Acknowledge…", url: "https://tattle.test/acme/incidents/7/acknowledge" },
    { label: "Mute…", url: "https://tattle.test/acme/snitches/ab12/snooze" },
  ]);
  const over = { kind: "reporting", from: "failed" } as const;
  expect(buildAlertContent(aMissingAlert({ alert: over, incident })).otherButtons).toBeUndefined();
});

test.each([
  ["missing", "▲ Still missing: Nightly backup", "missing"],
  ["errored", "■ Still errored: Nightly backup", "errored"],
] as const)("a reminder of a snitch that is %s says so, and since when", (kind, subject, word) => {
  const from = kind === "missing" ? "failed" : "errored";
  const details = { alert: { kind, from, isReminder: true }, incident } as const;
  expect(buildAlertContent(aMissingAlert(details))).toMatchObject({
    subject,
    lead: `This is a reminder: it has been ${word} since Sun 8 Mar 2026, 22:04 UTC, for 25 h 55 min.`,
  });
  expect(findFact(details, "Reminder")).toBe("Tue 10 Mar 2026, 00:00");
  expect(findFact(details, "Due by")).toBeUndefined();
});

test("the severity is said unless it is critical", () => {
  expect(findFact({ incident }, "Severity")).toBeUndefined();
  expect(findFact({ incident: { ...incident, severity: "warning" } }, "Severity")).toBe("Warning");
});

test("a notification after maintenance says since when, and that it was during maintenance", () => {
  const since = "Tue 10 Mar 2026, 00:00, during maintenance";
  expect(findFact({ alert: { hold: "maintenance" }, incident }, "Since")).toBe(since);
  expect(findFact({ alert: { hold: "parent" }, incident }, "Since")).toBeUndefined();
});

test("an alert names the snitches that depend on it and are bad, too", () => {
  expect(findFact({ dependents: { count: 2, names: ["Shop", "Search"] } }, "Also affected")).toBe(
    "2 that depend on it: Shop, Search",
  );
  expect(findFact({ dependents: { count: 29, names: ["Shop", "Search"] } }, "Also affected")).toBe(
    "29 that depend on it: Shop, Search, …",
  );
  expect(findFact({ dependents: { count: 0, names: [] } }, "Also affected")).toBeUndefined();
});

test("an e-mail is in one zone, and names it once, at the first time that is read", () => {
  const alert = { from: "failed", at: thursday, silentSince: tuesday } as const;
  const { lead, facts } = buildAlertContent(aMissingAlert({ alert, zone: "Asia/Kathmandu" }));
  expect(lead).toBe(
    "It has been missing since Tue 10 Mar 2026, 05:45 (Asia/Kathmandu), and was due again by Thu 12 Mar 2026, 05:45.",
  );
  expect(facts?.map(({ value }) => value)).toEqual([
    "Thu 12 Mar 2026, 05:45",
    "Tue 10 Mar 2026, 05:45 (2 days)",
    "Mon 9 Mar 2026, 03:49",
    "Daily",
  ]);
});
