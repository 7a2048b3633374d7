import { setImmediate } from "node:timers/promises";
import { applyCheckIn } from "@/lib/check-ins/apply-check-in";
import { untouched } from "@/lib/monitoring/save-transitions";
import { applyEvent } from "@/lib/rules/apply-event";
import { RULE_NAMES } from "@/lib/rules/incidents/incident";
import { withLimits } from "@/lib/rules/runs/terms";
import { isSameSchedule } from "@/lib/rules/schedule/schedule-terms";
import type { Settings } from "@/lib/rules/settings";
import type { SnitchEvent } from "@/lib/rules/snitch-event";
import type { SnitchState } from "@/lib/rules/snitch-state";
import { forgetOldRuns } from "./forget-old-runs";
import { type Happening, inOrder } from "./happenings";
import { type Decision, type History, settingsInForce } from "./history";
import { judgeAlerts, judgeOpen } from "./judge-alerts";
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
export const replay = (history: History, options: Options): ReplayedAlert[] =>
  atOnce(live(history, options)).alerts;

/** The same for long histories, which take seconds: other requests are answered meanwhile. */
export async function replayInSteps(history: History, options: Options): Promise<ReplayedAlert[]> {
  const steps = live(history, options);
  let step = steps.next();
  while (!step.done) {
    await setImmediate();
    step = steps.next();
  }
  return step.value.alerts;
}

/** What a snitch was since an instant. */
export type PastState = Pick<SnitchState, "status" | "deadline"> & { at: Date };

/** What the snitch of a history would have been: each state, oldest first. Pure. */
export function statesOf(history: History, options: Options): PastState[] {
  const states: PastState[] = [];
  const see = ({ found: { snitch }, now: at }: Life) => {
    const { status, deadline } = snitch;
    const last = states.at(-1);
    if (last?.status !== status || last.deadline?.getTime() !== deadline?.getTime())
      states.push({ at, status, deadline });
  };
  atOnce(live(history, options, see));
  return states;
}

function atOnce(steps: Generator<void, Life>): Life {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** So many events take about a twentieth of a second. */
const EVENTS_IN_STEP = 2_500;

/** `see`: called after each change, with the snitch on its way. */
function* live(
  history: History,
  { settings, until, sweeps }: Options,
  see: (life: Life) => void = () => {},
): Generator<void, Life> {
  const { first, changes } = settings ? { first: settings, changes: [] } : settingsInForce(history);
  const life = begin(history, first, see);
  const times = sweeps?.map((at) => at.getTime());
  for (const [index, happening] of inOrder(history, changes).entries()) {
    if (happening.at > until) break;
    if (index % EVENTS_IN_STEP === EVENTS_IN_STEP - 1) yield;
    passTime(life, happening.at, times);
    life.now = happening.at;
    happen(life, happening);
    see(life);
  }
  passTime(life, until, times);
  return life;
}

function begin(history: History, settings: Settings, see: Life["see"]): Life {
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
    ...{ history, settings, found, context, see },
    ...{
      now: new Date(0),
      incident: null,
      routine: null,
      wasPausedOneTold: true,
      alerts: [],
      moments: new Map(),
    },
  };
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
  else decide(life, happening.decision);
}

/** Somebody who has acknowledged an incident need not do so again. */
function decide(life: Life, { at, ...decision }: Decision): void {
  const { incident } = life;
  if (!incident || ("acknowledgedAt" in decision && incident.acknowledgedAt)) return;
  Object.assign(incident, decision);
  judgeOpen(life, at);
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
  // The next sweep judges an open incident by the new rules.
  if (life.incident && RULE_NAMES.some((name) => settings[name] !== life.settings[name]))
    life.incident.nextAt = life.incident.openedAt;
  life.settings = settings;
  const { maxRuntime, minRuntime, startGrace, expects, checks } = settings;
  const isSameLimit = maxRuntime === snitch.maxRuntime && startGrace === snitch.startGrace;
  Object.assign(snitch, { maxRuntime, minRuntime, startGrace, expects, checks });
  if (!isSameLimit) snitch.runs = withLimits(snitch.runs, settings, at);
  if (!isSame) apply(life, { kind: "rescheduled", at, terms: settings, alertType: settings.alertType });
}
