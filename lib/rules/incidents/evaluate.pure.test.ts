import { describe, expect, test } from "vitest";
import { DAILY_FACTS } from "@/testing/alert-facts";
import { MINUTE_MS } from "../durations";
import type { Alerting } from "../notifications/alerting";
import type { AlertDraft } from "../state/alert-draft";
import { evaluate, evaluateTime } from "./evaluate";
import type { Circumstances, Parent } from "./hold";
import { type AlertRules, DEFAULT_RULES, type Incident } from "./incident";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10) + minute * MINUTE_MS);

type Given = {
  rules?: Partial<AlertRules>;
  /** Until which minute maintenance lasts, by minute. */
  maintenance?: (minute: number) => number | null;
  parents?: (minute: number) => Parent[];
};

const KINDS: Record<string, AlertDraft["kind"]> = {
  miss: "missing",
  overrun: "missing",
  error: "errored",
  count: "errored",
  good: "reporting",
  "counted good": "reporting",
  pause: "paused",
};

const drafted = (now: Date, does: string, kind = KINDS[does]): AlertDraft => {
  if (!kind) throw new Error(`“${does}” is not a step.`);
  return {
    kind,
    from: "healthy",
    to: "failed",
    at: now,
    exitStatus: "",
    message: "",
    lastCheckedInAt: null,
    silentSince: null,
    cause: does === "overrun" ? "overran" : null,
    run: null,
    facts: DAILY_FACTS,
    meantFor: does.startsWith("count") ? "nobody" : "everybody",
  };
};

const toDue = (alerting: Alerting) => (alerting.kind === "notify" ? alerting.of : null);

/**
 * Lives through steps such as “1 miss, 2 snooze until 60, 60 time”, each with its minute. “count” and “counted good” are results that
 * are only counted. `notified`: the notification of each minute.
 */
function live(steps: string, { rules: given = {}, maintenance, parents }: Given = {}) {
  const rules = { ...DEFAULT_RULES, ...given };
  const notified: string[] = [];
  let incident = null as Incident | null;
  let open = null as Incident | null;
  for (const step of steps.split(", ")) {
    const [, minute = 0, does = "", end] = /^(\d+) ([a-z ]+?)(?: until (\d+))?$/.exec(step) ?? [];
    const now = at(Number(minute));
    const until = maintenance?.(Number(minute)) ?? null;
    const circumstances: Circumstances = {
      now,
      maintenanceUntil: until === null ? null : at(until),
      parents: parents?.(Number(minute)) ?? [],
      graceMs: 5 * MINUTE_MS,
    };
    let due: string | null = null;
    if (does === "acknowledge" && open)
      open = { ...open, acknowledgedAt: now, acknowledgedBy: "ann@example.com" };
    else if (does === "snooze" && open) {
      const snoozed = { ...open, snoozedUntil: at(Number(end)) };
      ({ incident: open, due } = evaluateTime(snoozed, rules, circumstances));
    } else if (does === "time") {
      if (open?.nextAt && open.nextAt <= now)
        ({ incident: open, due } = evaluateTime(open, rules, circumstances));
    } else {
      const evaluated = evaluate(open, drafted(now, does), rules, circumstances);
      open = evaluated.incident;
      due = toDue(evaluated.alerting);
    }
    incident = open;
    if (open?.closedAt) open = null;
    if (due) notified.push(`${minute} ${due}`);
  }
  return { notified: notified.join(", "), incident };
}

test.each([
  ["a miss, a further one, and a recovery", "1 miss, 2 miss, 3 good", "1 alert, 2 alert, 3 alert"],
  ["an error after a miss", "1 miss, 2 error, 3 good", "1 alert, 2 alert, 3 alert"],
  ["a miss after an error", "1 error, 2 miss", "1 alert, 2 alert"],
  ["further errors of a period, which are only counted", "1 error, 2 count", "1 alert"],
  ["a pause, which ends the incident", "1 miss, 2 pause, 3 good", "1 alert, 2 alert, 3 alert"],
  ["a first check-in", "1 good", "1 alert"],
  ["time, of which no one is", "1 miss, 9000 time", "1 alert"],
])("with the defaults, people are notified as the specification says of %s", (_, steps, notified) => {
  expect(live(steps).notified).toBe(notified);
});

test("an incident is the time from bad to good, with its worst cause", () => {
  const { incident } = live("1 error, 2 overrun, 3 error, 4 good");
  expect(incident).toMatchObject({
    cause: "overran",
    openedAt: at(1),
    notifiedAt: at(1),
    closedAt: at(4),
    closedBy: "reported",
  });
});

test.each<[string, Partial<AlertRules>, string, string]>([
  [
    "a threshold waits for failures in a row, of any kind",
    { alertAfter: 3 },
    "1 error, 2 count, 3 miss, 4 good",
    "3 alert, 4 alert",
  ],
  [
    "a threshold is reached by a result that is only counted: then people are notified of the previous alert",
    { alertAfter: 3 },
    "1 error, 2 count, 3 count",
    "3 held",
  ],
  [
    "a threshold starts again after a good result, and no one is notified of an end without a beginning",
    { alertAfter: 3 },
    "1 miss, 2 miss, 3 good, 4 miss, 5 miss",
    "",
  ],
  [
    "a threshold is given up after some seconds",
    { alertAfter: 3, alertAfterSeconds: 600 },
    "1 miss, 10 time, 11 time, 12 time",
    "11 held",
  ],
  [
    "a recovery starts again after a bad result, which is nothing new",
    { recoverAfter: 3 },
    "1 miss, 2 good, 3 miss, 4 good, 5 counted good, 6 counted good",
    "1 alert, 6 held",
  ],
  [
    "reminders come at the time that was chosen, and after an outage only one does",
    { remindEvery: 600 },
    "0 miss, 5 miss, 9 time, 10 time, 75 time, 76 time",
    "0 alert, 10 reminder, 75 reminder",
  ],
  ["reminders never come", { remindEvery: 0 }, "0 miss, 5 miss, 900 time, 901 good", "0 alert, 901 alert"],
])("%s", (_, rules, steps, notified) => {
  expect(live(steps, { rules }).notified).toBe(notified);
});

test("a recovery is notified after the number of successes in a row", () => {
  const steps = "1 miss, 2 good, 3 counted good, 4 counted good";
  const { notified, incident } = live(steps, { rules: { recoverAfter: 3 } });
  expect(notified).toBe("1 alert, 4 held");
  expect(incident).toMatchObject({ closedAt: at(4), goodCount: 3 });
});

test.each([null, 600])(
  "reminders every %s stop once it is acknowledged, until it gets worse",
  (remindEvery) => {
    const steps = "0 error, 1 acknowledge, 20 error, 30 time, 40 miss";
    const { notified, incident } = live(steps, { rules: { remindEvery } });
    expect(notified).toBe("0 alert, 40 alert");
    expect(incident).toMatchObject({ acknowledgedAt: null });
  },
);

test.each<[string, number | null, string, string]>([
  ["stops everything but the end", null, "10 miss, 20 good", "0 alert, 20 alert"],
  ["is followed by one if it is still open", 0, "59 time, 60 time, 61 time", "0 alert, 60 reminder"],
  ["is followed by what happened meanwhile", null, "10 miss, 60 time, 70 time", "0 alert, 60 held"],
])("a snooze of notifications %s", (_, remindEvery, steps, notified) => {
  expect(live(`0 miss, 1 snooze until 60, ${steps}`, { rules: { remindEvery } }).notified).toBe(notified);
});

describe("maintenance", () => {
  const maintenance = (minute: number) => (minute >= 10 && minute < 60 ? 60 : null);

  test("holds a miss back until it ends, and then waits for nothing", () => {
    const { notified, incident } = live("20 miss, 59 time, 60 time", { maintenance });
    expect(notified).toBe("60 held");
    expect(incident).toMatchObject({ openedAt: at(20), badCount: 1, hold: null });
  });

  test.each<[string, string, string]>([
    ["holds an error back until it ends", "20 error, 59 time, 60 time", "60 held"],
    ["leaves nothing of an error that is over when it ends", "20 error, 30 good, 60 time", ""],
    [
      "does not hold the end of what people were notified of before it",
      "5 error, 30 good",
      "5 alert, 30 alert",
    ],
    ["holds reminders back", "5 error, 15 time, 60 time", "5 alert, 60 reminder"],
  ])("%s", (_, steps, notified) => {
    expect(live(steps, { maintenance, rules: { remindEvery: 600 } }).notified).toBe(notified);
  });

  test("does not hide permanently that a notified error has become worse", () => {
    expect(live("5 error, 20 overrun, 60 time", { maintenance }).notified).toBe("5 alert, 60 held");
  });
});

describe("a parent", () => {
  const parent = (isFailing: boolean, deadline: number | null = null): Parent[] => [
    { id: "p", isFailing, deadline: deadline === null ? null : at(deadline) },
  ];
  const until30 = (minute: number) => parent(minute < 30);

  test.each<[string, Given["parents"], string, string]>([
    [
      "that is failing holds its child, and then the child has one grace",
      until30,
      "10 miss, 25 time, 40 time, 44 time, 45 time",
      "45 held",
    ],
    ["whose child reports in time leaves people alone", until30, "10 miss, 31 good, 60 time", ""],
    ["is waited for up to a deadline soon", () => parent(false, 13), "10 miss, 13 time, 14 time", "14 held"],
    [
      "is not waited for up to one much later",
      () => parent(false, 600),
      "10 miss, 24 time, 25 time",
      "25 held",
    ],
    ["that is pending or paused is not waited for", () => parent(false), "10 miss", "10 alert"],
  ])("%s", (_, parents, steps, notified) => {
    expect(live(steps, { parents }).notified).toBe(notified);
  });
});
