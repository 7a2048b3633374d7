import { setImmediate } from "node:timers/promises";
import { applyCheckIn } from "@/lib/check-ins/apply-check-in";
import type { CheckIn } from "@/lib/check-ins/check-in";
import { untouched } from "@/lib/monitoring/save-transitions";
import { applyEvent } from "@/lib/rules/apply-event";
import { withLimits } from "@/lib/rules/runs/terms";
import { isSameSchedule } from "@/lib/rules/schedule/schedule-terms";
import type { Settings } from "@/lib/rules/settings";
import type { SnitchEvent } from "@/lib/rules/snitch-event";
import type { PauseUntil } from "@/lib/rules/snitch-state";
import { forgetOldRuns } from "./forget-old-runs";
import { type History, settingsInForce } from "./history";
import { judgeAlerts } from "./judge-alerts";
import type { Life, ReplayedAlert } from "./life";
import { passTime } from "./pass-time";
import { isRoutine, routineAfter } from "./routine";

type Options = {
  /** Instead of the settings that were in force; null for those. */
  settings: Settings | null;
  until: Date;
  /** When time was applied, oldest first. Without it, at the very instant at which something was due. */
  sweeps?: Date[];
};

/**
 * What Tattle would have made of a history, by the same rules that made it then: the alerts in the order in which they were
 * noticed, told and not told. Pure.
 */
export function replay(history: History, options: Options): ReplayedAlert[] {
  const steps = stepsOf(history, options);
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** The same for long histories, which take seconds: other requests are answered meanwhile. */
export async function replayInSteps(history: History, options: Options): Promise<ReplayedAlert[]> {
  const steps = stepsOf(history, options);
  let step = steps.next();
  while (!step.done) {
    await setImmediate();
    step = steps.next();
  }
  return step.value;
}

/** So many events take about a twentieth of a second. */
const EVENTS_IN_STEP = 2_500;

function* stepsOf(history: History, { settings, until, sweeps }: Options): Generator<void, ReplayedAlert[]> {
  const { first, changes } = settings ? { first: settings, changes: [] } : settingsInForce(history);
  const life = begin(history, first);
  const times = sweeps?.map((at) => at.getTime());
  for (const [index, happening] of inOrder(history, changes).entries()) {
    if (happening.at > until) break;
    if (index % EVENTS_IN_STEP === EVENTS_IN_STEP - 1) yield;
    passTime(life, happening.at, times);
    happen(life, happening);
  }
  passTime(life, until, times);
  return life.alerts;
}

function begin(history: History, settings: Settings): Life {
  const found = {
    ...untouched({ ...history.snitch, ...settings }),
    ...{ isChanged: false, wasRoutine: false, lastErrorAt: null, rows: new Map() },
  };
  const { silences } = history;
  const context = {
    replayed: true,
    isInOrder: true,
    existingIds: new Set<string>(),
    mayMiss: false,
    silences,
  };
  return {
    history,
    settings,
    found,
    context,
    incident: null,
    routine: null,
    wasPausedOneTold: true,
    alerts: [],
  };
}

type Happening = { at: Date } & (
  | { checkIn: CheckIn }
  | { event: SnitchEvent }
  | { settings: Settings }
  | { acknowledged: true }
);

/** Of things at one instant, those that people do come first: a check-in may end a pause in the instant of its start. */
function inOrder(history: History, changes: { at: Date; settings: Settings }[]): Happening[] {
  const happenings: Happening[] = [
    ...changes,
    ...history.pauses.flatMap(eventsOf),
    ...history.acknowledgedAt.map((at) => ({ at, acknowledged: true as const })),
    ...history.checkIns.map((checkIn) => ({ at: checkIn.at, checkIn })),
  ];
  return happenings.sort((one, other) => one.at.getTime() - other.at.getTime());
}

/** Until when a pause was to last may have been changed while it lasted. Only what ended it matters. */
function eventsOf({ startsAt, endsAt, endedByReport }: History["pauses"][number]): Happening[] {
  const pausedAt = (at: Date, until: PauseUntil, endsAt: Date | null = null): Happening => ({
    at,
    event: { kind: "paused", at, until, endsAt },
  });
  if (!endsAt) return [pausedAt(startsAt, "unpaused")];
  if (!endedByReport) return [pausedAt(startsAt, "time", endsAt)];
  return [pausedAt(startsAt, "unpaused"), pausedAt(endsAt, "healthy")];
}

function happen(life: Life, happening: Happening): void {
  const { found, context } = life;
  if ("checkIn" in happening && isRoutine(life, happening.checkIn)) {
    found.snitch.checkedInAt = happening.at;
    return;
  }
  life.routine = null;
  if ("checkIn" in happening) {
    applyCheckIn(found, happening.checkIn, context);
    found.rows.clear();
    forgetOldRuns(life);
    judgeAlerts(life);
    life.routine = routineAfter(life, happening.checkIn);
  } else if ("event" in happening) apply(life, happening.event);
  else if ("settings" in happening) change(life, happening.settings, happening.at);
  else if (life.incident && !life.incident.acknowledgedAt) {
    Object.assign(life.incident, { acknowledgedAt: happening.at, acknowledgedBy: "" });
  }
}

function apply(life: Life, event: SnitchEvent): void {
  const { found, history } = life;
  const { snitch, alerts } = applyEvent(found.snitch, event, history.silences);
  Object.assign(found.snitch, snitch);
  found.alerts.push(...alerts);
  judgeAlerts(life, event.at);
}

function change(life: Life, settings: Settings, at: Date): void {
  const { snitch } = life.found;
  const isSame = isSameSchedule(settings, life.settings) && settings.alertType === life.settings.alertType;
  life.settings = settings;
  const { maxRuntime, minRuntime, startGrace, expects, checks } = settings;
  Object.assign(snitch, { maxRuntime, minRuntime, startGrace, expects, checks });
  snitch.runs = withLimits(snitch.runs, settings, at);
  if (!isSame) apply(life, { kind: "rescheduled", at, terms: settings, alertType: settings.alertType });
}
