import { expect, test } from "vitest";
import { listNotices, type NoticedIncident } from "./incident-notices";

const tuesday = new Date("2026-03-10T10:00Z");
const later = new Date("2026-03-10T14:00Z");

const anIncident = (given: Partial<NoticedIncident>): NoticedIncident => ({
  closedAt: null,
  acknowledgedAt: null,
  acknowledgedBy: null,
  ackAskedAt: null,
  snoozedUntil: null,
  hold: null,
  heldUntil: null,
  heldBy: null,
  badCount: 1,
  goodCount: 0,
  snitch: { alertAfter: 3, recoverAfter: 2 },
  ...given,
});

const when = (at: Date) => at.toISOString().slice(11, 16);
const text = (given: Partial<NoticedIncident>) =>
  listNotices(anIncident(given), tuesday, when).map((notice) => notice.text);

test.each<[Partial<NoticedIncident>, string[]]>([
  [{}, []],
  [{ acknowledgedAt: tuesday, acknowledgedBy: "ada" }, ["Acknowledged"]],
  [{ hold: "snooze", snoozedUntil: later }, ["Snoozed until 14:00"]],
  [{ snoozedUntil: tuesday }, []],
  [{ hold: "threshold" }, ["Not alerted yet, 1 of 3"]],
  [{ hold: "maintenance", heldUntil: later }, ["Held by maintenance"]],
  [{ hold: "maintenance", heldUntil: tuesday }, []],
  [{ hold: "parent", heldBy: { name: "Postgres" }, heldUntil: later }, ["Held by Postgres"]],
  [{ hold: "parent", heldUntil: later }, ["Held"]],
  [{ goodCount: 1, badCount: 0 }, ["Recovering, 1 of 2"]],
  [{ acknowledgedAt: tuesday, hold: "snooze", snoozedUntil: later }, ["Acknowledged", "Snoozed until 14:00"]],
  [{ acknowledgedAt: tuesday, closedAt: later, hold: "threshold" }, []],
])("an incident with %o says %j", (given, expected) => {
  expect(text(given)).toEqual(expected);
});

test("every notice says in a sentence what happens next", () => {
  const held: Partial<NoticedIncident>[] = [
    { acknowledgedAt: tuesday, acknowledgedBy: "ada@example.com" },
    { hold: "snooze", snoozedUntil: later },
    { hold: "threshold", heldUntil: later },
    { hold: "maintenance", heldUntil: later },
    { hold: "parent", heldBy: { name: "Postgres" }, heldUntil: later },
    { hold: "parent", heldUntil: later },
  ];
  expect(held.map((given) => listNotices(anIncident(given), tuesday, when)[0]?.why)).toEqual([
    "Acknowledged by ada@example.com, 10:00. No reminders are sent until it resolves or gets worse.",
    "Snoozed until 14:00. No alerts are sent before then, except when it resolves. The snitch stays monitored.",
    "An alert is sent after 3 failures in a row, or at 14:00. So far: 1.",
    "No alerts are sent during maintenance, until 14:00. If it has not recovered by then, an alert is sent.",
    "It depends on Postgres, which is missing or errored. No alerts are sent until that one is healthy again.",
    "It depends on another snitch that has to recover first. If it has not recovered by 14:00, an alert is sent.",
  ]);
});
