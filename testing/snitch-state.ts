import { buildRunId, NO_FACTS, type Run } from "@/lib/rules/runs/run";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { PENDING, type SnitchState } from "@/lib/rules/state/snitch-state";

/** The state of a daily snitch, which is pending unless another status is given. */
export const aDailySnitch = (given: Partial<SnitchState> = {}): SnitchState => ({
  ...calendarTerms("daily"),
  ...NO_RUN_TERMS,
  alertType: "basic",
  ...PENDING,
  ...given,
});

/** A run that started at this time and has not finished. */
export const aRunningRun = (startedAt: Date, overrides: Partial<Run> = {}): Run => ({
  ...NO_FACTS,
  id: buildRunId("019e677c-0c80-7a41-8c02-000000000001", overrides.at ?? startedAt),
  at: startedAt,
  rid: null,
  exclusive: false,
  startedAt,
  aliveAt: startedAt,
  endedAt: null,
  lastFinishAt: null,
  outcome: "running",
  cause: null,
  failedCheck: null,
  exitStatus: "",
  durationMs: null,
  limitAt: null,
  outputId: null,
  ...overrides,
});
