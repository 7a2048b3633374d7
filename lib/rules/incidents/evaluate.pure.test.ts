import { describe, expect, test } from "vitest";
import { DAILY_FACTS } from "@/testing/alert-facts";
import { MINUTE_MS } from "../durations";
import type { Alerting } from "../notifications/alerting";
import type { AlertDraft } from "../state/alert-draft";
import { evaluate, evaluateTime } from "./evaluate";
import type { Circumstances, Parent } from "./hold";
import { type AlertRules, DEFAULT_RULES, type Incident } from "./incident";

const at = (minute: number) => new Date(Date.UTC(2026, 2, 10) + minute * MINUTE_MS);

type Step =
  | {
      minute: number;
      does: "miss" | "error" | "overrun" | "good" | "pause" | "count" | "counted good";
    }
  | { minute: number; does: "time" | "acknowledge" }
  | { minute: number; does: "snooze"; until: number };

type Given = {
  rules?: Partial<AlertRules>;
  /** Until which minute maintenance lasts, by minute. */
  maintenance?: (minute: number) => number | null;
  parents?: (minute: number) => Parent[];
};

const drafted = (minute: number, does: string): AlertDraft => ({
  kind: does.includes("good")
    ? "reporting"
    : does === "pause"
      ? "paused"
      : does === "miss" || does === "overrun"
        ? "missing"
        : "errored",
  from: "healthy",
  to: "failed",
  at: at(minute),
  exitStatus: "",
  message: "",
  lastCheckedInAt: null,
  silentSince: null,
  cause: does === "overrun" ? "overran" : null,
  run: null,
  facts: DAILY_FACTS,
  meantFor: does.startsWith("count") ? "nobody" : "everybody",
});

type DueNotification = "alert" | "held" | "reminder" | null;

const toDue = (alerting: Alerting) => (alerting.kind === "notify" ? alerting.of : null);

/** The notification of each minute, with the last state of the incident. */
function live(steps: Step[], { rules: given = {}, maintenance, parents }: Given = {}) {
  const rules = { ...DEFAULT_RULES, ...given };
  const notified: [number, DueNotification][] = [];
  let incident = null as Incident | null;
  let open = null as Incident | null;
  for (const step of steps) {
    const { minute } = step;
    const until = maintenance?.(minute) ?? null;
    const circumstances: Circumstances = {
      now: at(minute),
      maintenanceUntil: until === null ? null : at(until),
      parents: parents?.(minute) ?? [],
      graceMs: 5 * MINUTE_MS,
    };
    let due: DueNotification = null;
    if (step.does === "acknowledge" && open)
      open = { ...open, acknowledgedAt: at(minute), acknowledgedBy: "ann@example.com" };
    else if (step.does === "snooze" && open) {
      ({ incident: open, due } = evaluateTime(
        { ...open, snoozedUntil: at(step.until) },
        rules,
        circumstances,
      ));
    } else if (step.does === "time") {
      if (open?.nextAt && open.nextAt <= at(minute))
        ({ incident: open, due } = evaluateTime(open, rules, circumstances));
    } else {
      const evaluated = evaluate(open, drafted(minute, step.does), rules, circumstances);
      open = evaluated.incident;
      due = toDue(evaluated.alerting);
    }
    incident = open;
    if (open?.closedAt) open = null;
    if (due) notified.push([minute, due]);
  }
  return { notified, incident };
}

describe("with the defaults, people are notified as the specification says", () => {
  test.each<[string, Step[], [number, DueNotification][]]>([
    [
      "a miss, a further one, and a recovery",
      [
        { minute: 1, does: "miss" },
        { minute: 2, does: "miss" },
        { minute: 3, does: "good" },
      ],
      [
        [1, "alert"],
        [2, "alert"],
        [3, "alert"],
      ],
    ],
    [
      "an error after a miss",
      [
        { minute: 1, does: "miss" },
        { minute: 2, does: "error" },
        { minute: 3, does: "good" },
      ],
      [
        [1, "alert"],
        [2, "alert"],
        [3, "alert"],
      ],
    ],
    [
      "a miss after an error",
      [
        { minute: 1, does: "error" },
        { minute: 2, does: "miss" },
      ],
      [
        [1, "alert"],
        [2, "alert"],
      ],
    ],
    [
      "further errors of a period are only counted",
      [
        { minute: 1, does: "error" },
        { minute: 2, does: "count" },
      ],
      [[1, "alert"]],
    ],
    [
      "a pause, which ends the incident",
      [
        { minute: 1, does: "miss" },
        { minute: 2, does: "pause" },
        { minute: 3, does: "good" },
      ],
      [
        [1, "alert"],
        [2, "alert"],
        [3, "alert"],
      ],
    ],
    ["a first check-in", [{ minute: 1, does: "good" }], [[1, "alert"]]],
    [
      "time notifies nobody",
      [
        { minute: 1, does: "miss" },
        { minute: 9_000, does: "time" },
      ],
      [[1, "alert"]],
    ],
  ])("%s", (_, steps, expected) => {
    expect(live(steps).notified).toEqual(expected);
  });
});

test("an incident is the time from bad to good, with its worst cause", () => {
  const { incident } = live([
    { minute: 1, does: "error" },
    { minute: 2, does: "overrun" },
    { minute: 3, does: "error" },
    { minute: 4, does: "good" },
  ]);
  expect(incident).toMatchObject({
    cause: "overran",
    openedAt: at(1),
    notifiedAt: at(1),
    closedAt: at(4),
    closedBy: "reported",
  });
});

describe("a threshold", () => {
  const rules = { alertAfter: 3 };
  test("waits for the number of failures in a row, of any kind", () => {
    const steps: Step[] = [
      { minute: 1, does: "error" },
      { minute: 2, does: "count" },
      { minute: 3, does: "miss" },
      { minute: 4, does: "good" },
    ];
    expect(live(steps, { rules }).notified).toEqual([
      [3, "alert"],
      [4, "alert"],
    ]);
  });
  test("is reached by a result that is only counted: then people are notified of the previous alert it", () => {
    const steps: Step[] = [
      { minute: 1, does: "error" },
      { minute: 2, does: "count" },
      { minute: 3, does: "count" },
    ];
    expect(live(steps, { rules }).notified).toEqual([[3, "held"]]);
  });
  test("starts again after a good result, and no one is notified of an end without a beginning", () => {
    const steps: Step[] = [
      { minute: 1, does: "miss" },
      { minute: 2, does: "miss" },
      { minute: 3, does: "good" },
      { minute: 4, does: "miss" },
      { minute: 5, does: "miss" },
    ];
    expect(live(steps, { rules }).notified).toEqual([]);
  });
  test("is given up after some seconds", () => {
    const given = { rules: { alertAfter: 3, alertAfterSeconds: 600 } };
    const steps: Step[] = [
      { minute: 1, does: "miss" },
      { minute: 10, does: "time" },
      { minute: 11, does: "time" },
      { minute: 12, does: "time" },
    ];
    expect(live(steps, given).notified).toEqual([[11, "held"]]);
  });
});

describe("a recovery", () => {
  const rules = { recoverAfter: 3 };
  test("is notified after the number of successes in a row", () => {
    const steps: Step[] = [
      { minute: 1, does: "miss" },
      { minute: 2, does: "good" },
      { minute: 3, does: "counted good" },
      { minute: 4, does: "counted good" },
    ];
    const { notified, incident } = live(
      steps.map((step) => (step.does === "counted good" ? { ...step, does: "counted good" } : step)),
      { rules },
    );
    expect(notified).toEqual([
      [1, "alert"],
      [4, "held"],
    ]);
    expect(incident).toMatchObject({ closedAt: at(4), goodCount: 3 });
  });
  test("starts again after a bad one, which is nothing new", () => {
    const steps: Step[] = [
      { minute: 1, does: "miss" },
      { minute: 2, does: "good" },
      { minute: 3, does: "miss" },
      { minute: 4, does: "good" },
      { minute: 5, does: "counted good" },
      { minute: 6, does: "counted good" },
    ];
    expect(live(steps, { rules }).notified).toEqual([
      [1, "alert"],
      [6, "held"],
    ]);
  });
});

describe("reminders", () => {
  test("come at the time that was chosen, and after an outage only one does", () => {
    const steps: Step[] = [
      { minute: 0, does: "miss" },
      { minute: 5, does: "miss" },
      { minute: 9, does: "time" },
      { minute: 10, does: "time" },
      { minute: 75, does: "time" },
      { minute: 76, does: "time" },
    ];
    expect(live(steps, { rules: { remindEvery: 600 } }).notified).toEqual([
      [0, "alert"],
      [10, "reminder"],
      [75, "reminder"],
    ]);
  });
  test("never", () => {
    const steps: Step[] = [
      { minute: 0, does: "miss" },
      { minute: 5, does: "miss" },
      { minute: 900, does: "time" },
      { minute: 901, does: "good" },
    ];
    expect(live(steps, { rules: { remindEvery: 0 } }).notified).toEqual([
      [0, "alert"],
      [901, "alert"],
    ]);
  });
  test.each([null, 600])("stop once it is acknowledged (every %s), until it gets worse", (remindEvery) => {
    const steps: Step[] = [
      { minute: 0, does: "error" },
      { minute: 1, does: "acknowledge" },
      { minute: 20, does: "error" },
      { minute: 30, does: "time" },
      { minute: 40, does: "miss" },
    ];
    const { notified, incident } = live(steps, { rules: { remindEvery } });
    expect(notified).toEqual([
      [0, "alert"],
      [40, "alert"],
    ]);
    expect(incident).toMatchObject({ acknowledgedAt: null });
  });
});

describe("a snooze", () => {
  const snoozed: Step[] = [
    { minute: 0, does: "miss" },
    { minute: 1, does: "snooze", until: 60 },
  ];
  test("stops everything but the end", () => {
    expect(live([...snoozed, { minute: 10, does: "miss" }, { minute: 20, does: "good" }]).notified).toEqual([
      [0, "alert"],
      [20, "alert"],
    ]);
  });
  test("is followed by one notification if it is still open", () => {
    const steps: Step[] = [
      ...snoozed,
      { minute: 59, does: "time" },
      { minute: 60, does: "time" },
      { minute: 61, does: "time" },
    ];
    expect(live(steps, { rules: { remindEvery: 0 } }).notified).toEqual([
      [0, "alert"],
      [60, "reminder"],
    ]);
  });
  test("is followed by what happened meanwhile", () => {
    expect(
      live([
        ...snoozed,
        { minute: 10, does: "miss" },
        { minute: 60, does: "time" },
        { minute: 70, does: "time" },
      ]).notified,
    ).toEqual([
      [0, "alert"],
      [60, "held"],
    ]);
  });
});

describe("maintenance", () => {
  const maintenance = (minute: number) => (minute >= 10 && minute < 60 ? 60 : null);
  test("holds a miss back until it ends, and then waits for nothing", () => {
    const steps: Step[] = [
      { minute: 20, does: "miss" },
      { minute: 59, does: "time" },
      { minute: 60, does: "time" },
    ];
    const { notified, incident } = live(steps, { maintenance });
    expect(notified).toEqual([[60, "held"]]);
    expect(incident).toMatchObject({ openedAt: at(20), badCount: 1, hold: null });
  });
  test("holds an error back until it ends", () => {
    expect(
      live(
        [
          { minute: 20, does: "error" },
          { minute: 59, does: "time" },
          { minute: 60, does: "time" },
        ],
        { maintenance },
      ).notified,
    ).toEqual([[60, "held"]]);
    expect(
      live(
        [
          { minute: 20, does: "error" },
          { minute: 30, does: "good" },
          { minute: 60, does: "time" },
        ],
        { maintenance },
      ).notified,
    ).toEqual([]);
  });
  test("does not hold the end of what people were notified from before it", () => {
    expect(
      live(
        [
          { minute: 5, does: "error" },
          { minute: 30, does: "good" },
        ],
        { maintenance },
      ).notified,
    ).toEqual([
      [5, "alert"],
      [30, "alert"],
    ]);
  });
  test("holds reminders back", () => {
    const steps: Step[] = [
      { minute: 5, does: "error" },
      { minute: 15, does: "time" },
      { minute: 60, does: "time" },
    ];
    expect(live(steps, { maintenance, rules: { remindEvery: 600 } }).notified).toEqual([
      [5, "alert"],
      [60, "reminder"],
    ]);
  });
  test("does not hide permanently that a notified error has become worse", () => {
    const steps: Step[] = [
      { minute: 5, does: "error" },
      { minute: 20, does: "overrun" },
      { minute: 60, does: "time" },
    ];
    expect(live(steps, { maintenance }).notified).toEqual([
      [5, "alert"],
      [60, "held"],
    ]);
  });
});

describe("a parent", () => {
  const parent = (isFailing: boolean, deadline: number | null = null): Parent[] => [
    { id: "p", isFailing, deadline: deadline === null ? null : at(deadline) },
  ];
  test("that is failing holds its child, and then the child has one grace", () => {
    const parents = (minute: number) => parent(minute < 30);
    const steps: Step[] = [
      { minute: 10, does: "miss" },
      { minute: 25, does: "time" },
      { minute: 40, does: "time" },
      { minute: 44, does: "time" },
      { minute: 45, does: "time" },
    ];
    expect(live(steps, { parents }).notified).toEqual([[45, "held"]]);
  });
  test("whose child reports in time leaves people alone", () => {
    const parents = (minute: number) => parent(minute < 30);
    expect(
      live(
        [
          { minute: 10, does: "miss" },
          { minute: 31, does: "good" },
          { minute: 60, does: "time" },
        ],
        { parents },
      ).notified,
    ).toEqual([]);
  });
  test.each([
    ["a deadline soon", 13, 14],
    ["a deadline much later", 600, 25],
  ])("that may be about to miss is waited for: %s", (_, deadline, notifiedAt) => {
    const steps: Step[] = [
      { minute: 10, does: "miss" },
      { minute: notifiedAt - 1, does: "time" },
      { minute: notifiedAt, does: "time" },
    ];
    expect(live(steps, { parents: () => parent(false, deadline) }).notified).toEqual([[notifiedAt, "held"]]);
  });
  test("that is pending or paused is not waited for", () => {
    expect(live([{ minute: 10, does: "miss" }], { parents: () => parent(false) }).notified).toEqual([
      [10, "alert"],
    ]);
  });
});
