import { expect, test } from "vitest";
import { anAlertMail } from "@/testing/mail-examples";
import { buildAlertContent } from "./alert";

const tuesday = "2026-03-10T00:00:00.000Z";
const thursday = "2026-03-12T00:00:00.000Z";

type Mail = Parameters<typeof anAlertMail>;

const buildMail = (...mail: Mail) => buildAlertContent(anAlertMail(...mail));
const findFact = (label: string, ...mail: Mail) =>
  buildMail(...mail).facts?.find((fact) => fact.label === label)?.value;

test("the email says since when and how long the snitch was down, except at the beginning", () => {
  const ended = { kind: "reporting", at: thursday, since: tuesday } as const;
  const since = "Tue 10 Mar 2026, 00:00 (2 days)";
  expect(findFact("Missing since", { ...ended, from: "failed" })).toBe(since);
  expect(findFact("Errored since", { ...ended, from: "errored" })).toBe(since);
  expect(findFact("Not healthy since", { ...ended, from: "paused" })).toBe(since);
  expect(findFact("Missing since", { at: thursday, since: tuesday })).toBe(since);
  expect(findFact("Errored since", { kind: "errored", at: thursday, since: tuesday })).toBe(since);
  expect(findFact("Missing since", { since: tuesday })).toBeUndefined();
});

test("a snitch that was never healthy has “Never” as its last healthy check-in", () => {
  expect(findFact("Last healthy check-in", {}, { lastCheckedInAt: null })).toBe("Never");
});

test("the job’s message is quoted up to two thousand characters, the notes in full", () => {
  const notes = "n".repeat(10_000);
  const { snitch } = anAlertMail().notification;
  expect(buildMail({ message: "m".repeat(5_000), snitch: { ...snitch, notes } }).quotes).toEqual([
    { label: "Last message from the job", body: `${"m".repeat(1_999)}…`, as: "output" },
    { label: "Notes", body: notes, as: "prose" },
  ]);
});

test("of what the job printed, the end is quoted", () => {
  const lines = Array.from({ length: 60 }, (_, i) => `line ${i + 1}`);
  const message = `${lines.join("\n")}\nValueError: no rows\n`;
  const [quote] = buildMail({ kind: "errored", message }).quotes ?? [];
  expect(quote?.label).toBe("Last output of the job");
  expect(quote?.body).toMatch(/^…\nline 32\n[\s\S]*\nline 60\nValueError: no rows$/);
});

test("an empty message and empty notes are not quoted", () => {
  expect(buildMail({ message: " \n" }).quotes).toEqual([]);
});

test("a subject is one short line for any name", () => {
  const { snitch } = anAlertMail().notification;
  const name = `Backup\r\nBcc: eve@evil.test ${"x".repeat(255)}`;
  const { subject } = buildMail({ snitch: { ...snitch, name } });
  expect(subject).toMatch(/^▲ Missing: Backup Bcc: eve@evil\.test x+…$/);
  expect([...subject].length).toBeLessThan(100);
});

const snooze = { label: "Snooze…", url: "https://tattle.test/acme/snitches/ab12/snooze" };
const why = { label: "Why This Alert", url: "https://tattle.test/acme/alerts/9" };
const incident = {
  id: "7",
  url: "https://tattle.test/acme/incidents/7",
  openedAt: tuesday,
  cause: "missed",
} as const;

const open = { label: "Open Snitch", url: "https://tattle.test/acme/snitches/ab12" };
const acknowledge = (url: string) => ({ label: "Acknowledge…", url });

test.each<[Mail[0], object[]]>([
  [{}, [open, snooze, why]],
  [{ kind: "errored" }, [open, snooze, why]],
  [{ incident }, [acknowledge(`${incident.url}/acknowledge`), open, snooze, why]],
  [
    { incident, actionUrl: "https://tattle.test/i/x" },
    [acknowledge("https://tattle.test/i/x"), open, snooze, why],
  ],
  [{ kind: "reporting", from: "failed", incident }, [open]],
  [{ kind: "paused", from: "failed", incident }, [open]],
])("an alert like %j has the links %j, of which the first is the button", (alert, links) => {
  const { button, otherButtons = [] } = buildMail(alert);
  expect([button, ...otherButtons]).toEqual(links);
});

test("of a reminder, the time is not that by which it was due", () => {
  const reminder = { from: "failed", isReminder: true, at: thursday, since: tuesday } as const;
  expect(findFact("Reminder", reminder)).toBe("Thu 12 Mar 2026, 00:00");
  expect(findFact("Due by", reminder)).toBeUndefined();
});

test("the severity of an incident is said unless it is critical", () => {
  expect(findFact("Severity", { incident })).toBeUndefined();
  expect(findFact("Severity", { incident, severity: "warning" })).toBe("Warning");
  expect(findFact("Severity", { severity: "warning" })).toBeUndefined();
});

test("an alert names the snitches that depend on it and are failing, too", () => {
  const names = ["Shop", "Search"];
  expect(findFact("Also affected", {}, { dependents: { count: 2, names } })).toBe(
    "2 dependent snitches: Shop, Search",
  );
  expect(findFact("Also affected", {}, { dependents: { count: 29, names } })).toBe(
    "29 dependent snitches: Shop, Search, …",
  );
  expect(findFact("Also affected")).toBeUndefined();
});

test("an email is in one zone, and names it once, at the first time that is read", () => {
  const alert = { from: "failed", at: thursday, since: tuesday } as const;
  const { lead, facts } = buildMail(alert, { zone: "Asia/Kathmandu" });
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
