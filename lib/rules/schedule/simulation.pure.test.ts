import { expect, test } from "vitest";
import type { ExpectedAlert } from "@/testing/reference-model";
import { runsFor } from "@/testing/runs";
import { knownRuns, randomScheduleHistory, runInModel, SCHEDULES, WEEKS } from "@/testing/schedule-histories";
import type { ModelSchedule } from "@/testing/schedule-model";
import { aDailySnitch } from "@/testing/snitch-state";
import { MINUTE_MS } from "../durations";
import { applyEvent } from "../state/apply-event";
import { applyTime } from "../state/apply-time";
import type { Transition } from "../state/transition";
import { compileSchedule } from "./compile";
import { calendarTerms } from "./schedule-terms";

const WEEK = 7 * 24 * 60;

const cases = WEEKS.flatMap(([timezone, monday]) =>
  SCHEDULES.map((schedule) => [schedule.schedule, timezone, monday, schedule] as const),
);

const HISTORIES = Math.ceil(runsFor("lib/rules/schedule/simulation.pure.test.ts") / cases.length);

test.each(cases)("%s in %s, from %s: its runs are those of a walk from minute to minute", (...given) => {
  const [text, timezone, monday, schedule] = given;
  const from = Date.parse(`${monday}T00:00Z`) / MINUTE_MS;
  if (schedule.runsAt) {
    const { nextTick } = compileSchedule({ ...calendarTerms("daily"), schedule: text, timezone });
    const runs: number[] = [];
    for (
      let atMs = nextTick((from + 120) * MINUTE_MS);
      atMs < (from + 2 * WEEK) * MINUTE_MS;
      atMs = nextTick(atMs)
    ) {
      runs.push(atMs / MINUTE_MS);
    }
    const expected = knownRuns(schedule, timezone, from);
    expect(runs).toEqual(expected.filter((run) => run > from + 120 && run < from + 2 * WEEK));
  }
  for (let seed = 1; seed <= HISTORIES; seed += 1)
    expect(live(schedule, timezone, from, seed)).toBe("agrees");
});

/** A random history of a snitch of two weeks, in the rules and in the model. */
function live(model: ModelSchedule, timezone: string, from: number, seed: number): string {
  const history = randomScheduleHistory(model, seed, { begins: from + 200, ends: from + 2 * WEEK });
  const expected = runInModel(model, timezone, from, history);

  const terms = { ...calendarTerms("daily"), schedule: model.schedule, timezone };
  const snitch = aDailySnitch({ ...terms, grace: history.grace * 60, early: history.early * 60 });
  const lived: Transition = { snitch, alerts: [], pauses: [], unknownMisses: [] };
  const add = ({ snitch, alerts }: Transition) => {
    lived.snitch = snitch;
    lived.alerts.push(...alerts.filter(({ meantFor }) => meantFor !== "nobody"));
  };
  for (const { at: minute, does } of history.events) {
    const at = new Date(minute * MINUTE_MS);
    if (does === "sweep") add(applyTime(lived.snitch, at, []));
    else if (does === "error")
      add(applyEvent(lived.snitch, { kind: "reported_error", at, exitStatus: "1", message: "" }, []));
    else add(applyEvent(lived.snitch, { kind: "checked_in", at, exitStatus: "0", message: "" }, []));
  }
  const alerts = lived.alerts.map(
    ({ kind, from, to, at, meantFor }): ExpectedAlert => ({
      kind,
      from,
      to,
      at: at.getTime() / MINUTE_MS,
      byEmail: meantFor === "everybody",
    }),
  );
  const state = {
    status: lived.snitch.status,
    deadline: (lived.snitch.deadline?.getTime() ?? 0) / MINUTE_MS,
  };
  expect(alerts, `seed ${seed}`).toEqual(expected.alerts);
  expect(state, `seed ${seed}`).toEqual({ status: expected.status, deadline: expected.deadline ?? 0 });
  return "agrees";
}
