import { expect, test } from "vitest";
import type { AlertDetails } from "./alert-details";
import { factsOf } from "./alert-facts";

const sunday = new Date("2026-03-08T22:04:11Z");
const tuesday = new Date("2026-03-10T00:00Z");
const thursday = new Date("2026-03-12T00:00Z");

type Given = Partial<Omit<AlertDetails, "alert" | "snitch">> & {
  alert?: Partial<AlertDetails["alert"]>;
  snitch?: Partial<AlertDetails["snitch"]>;
};

const aMissingAlert = ({ alert, snitch, ...given }: Given = {}): AlertDetails => ({
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
  snitch: { name: "Nightly backup", notes: "", interval: "daily", ...snitch },
  caseName: "Acme",
  alsoTold: [],
  snitchUrl: "https://tattle.test/acme/snitches/ab12",
  ...given,
});

const factOf = (given: Given, label: string) =>
  factsOf(aMissingAlert(given)).facts?.find((fact) => fact.label === label)?.value;

test.each<[Given["alert"], string, string]>([
  [{}, "▲ Missing: Nightly backup", "It was due by Tue 10 Mar 2026, 00:00 UTC and has not checked in."],
  [
    { from: "errored" },
    "▲ Missing: Nightly backup",
    "It was due by Tue 10 Mar 2026, 00:00 UTC and has said nothing since it reported an error.",
  ],
  [
    { from: "failed", at: thursday, silentSince: tuesday },
    "▲ Still missing: Nightly backup",
    "It has been missing since Tue 10 Mar 2026, 00:00 UTC, and was due again by Thu 12 Mar 2026, 00:00 UTC.",
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
    "Once more, it reported an error on Tue 10 Mar 2026, 00:00 UTC, with exit status 1.",
  ],
  [
    { kind: "errored", from: "failed", exitStatus: "1" },
    "■ Errored: Nightly backup",
    "After being missing, it reported an error on Tue 10 Mar 2026, 00:00 UTC, with exit status 1.",
  ],
  [
    { kind: "reporting", from: "failed", at: thursday, silentSince: tuesday },
    "● Reporting again: Nightly backup",
    "It checked in on Thu 12 Mar 2026, 00:00 UTC, after being missing for 2 days.",
  ],
  [
    { kind: "reporting", from: "errored" },
    "● Reporting again: Nightly backup",
    "It checked in on Tue 10 Mar 2026, 00:00 UTC, this time without an error.",
  ],
  [
    { kind: "reporting", from: "paused", silentSince: sunday },
    "● Reporting again: Nightly backup",
    "It checked in on Tue 10 Mar 2026, 00:00 UTC, which ended its pause.",
  ],
  [
    { kind: "paused", from: "failed" },
    "‖ Paused: Nightly backup",
    "It has been missing for two years, so it was paused on Tue 10 Mar 2026, 00:00 UTC. While it is paused, nobody is alerted.",
  ],
])("of %j it says “%s”", (alert, subject, lead) => {
  expect(factsOf(aMissingAlert({ alert }))).toMatchObject({ subject, lead });
});

test("it says when the snitch was due, last checked in, and how often it is expected", () => {
  expect(factsOf(aMissingAlert()).facts).toEqual([
    { label: "Due by", value: "Tue 10 Mar 2026, 00:00 UTC" },
    { label: "Last healthy check-in", value: "Sun 8 Mar 2026, 22:04 UTC" },
    { label: "Expected", value: "Daily" },
    { label: "Also told", value: "Nobody else" },
  ]);
});

test("it says how long the trouble lasted that a check-in ends", () => {
  const ended = { kind: "reporting", at: thursday, silentSince: tuesday } as const;
  const since = "Tue 10 Mar 2026, 00:00 UTC (2 days)";
  expect(factOf({ alert: { ...ended, from: "failed" } }, "Missing since")).toBe(since);
  expect(factOf({ alert: { ...ended, from: "errored" } }, "Error before")).toBe(since);
  expect(factOf({ alert: { ...ended, from: "paused" } }, "Not healthy since")).toBe(since);
});

test("a snitch that was never healthy is said to have never checked in healthy", () => {
  expect(factOf({ alert: { lastCheckedInAt: null } }, "Last healthy check-in")).toBe("Never");
});

test("it names the others who are told, and counts those beyond ten", () => {
  const addresses = Array.from({ length: 12 }, (_, i) => `${i}@acme.test`);
  expect(factOf({ alsoTold: addresses.slice(0, 2) }, "Also told")).toBe("0@acme.test, 1@acme.test");
  expect(factOf({ alsoTold: addresses }, "Also told")).toMatch(/ 9@acme\.test and 2 others$/);
});

test("it quotes the job up to a thousand characters, and the notes whole", () => {
  const notes = "n".repeat(10_000);
  const { quotes } = factsOf(aMissingAlert({ alert: { message: "m".repeat(5_000) }, snitch: { notes } }));
  expect(quotes).toEqual([
    { label: "What the job last said", body: `${"m".repeat(999)}…`, as: "output" },
    { label: "Notes", body: notes, as: "prose" },
  ]);
});

test("a job that said nothing and a snitch without notes leave no empty quotes", () => {
  expect(factsOf(aMissingAlert({ alert: { message: " \n" } })).quotes).toEqual([]);
});

test("a subject is one line and not too long, whatever the name", () => {
  const { subject } = factsOf(
    aMissingAlert({ snitch: { name: `Backup\r\nBcc: eve@evil.test ${"x".repeat(255)}` } }),
  );
  expect(subject).toMatch(/^▲ Missing: Backup Bcc: eve@evil\.test x+…$/);
  expect([...subject].length).toBeLessThan(100);
});
