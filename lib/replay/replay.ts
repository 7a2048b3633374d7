import { setImmediate } from "node:timers/promises";
import { untouched } from "@/lib/monitoring/apply-transitions";
import { RULE_NAMES } from "@/lib/rules/incidents/incident";
import type { Settings } from "@/lib/rules/incidents/settings";
import { applyCheckIn } from "@/lib/rules/reports/apply-check-in";
import { withLimits } from "@/lib/rules/runs/terms";
import { isSameSchedule } from "@/lib/rules/schedule/schedule-terms";
import { applyEvent } from "@/lib/rules/state/apply-event";
import type { SnitchEvent } from "@/lib/rules/state/snitch-event";
import type { SnitchState } from "@/lib/rules/state/snitch-state";
import { evaluateAlerts, evaluateOpen } from "./evaluate-alerts";
import { forgetOldRuns } from "./forget-old-runs";
import { type Happening, inOrder } from "./happenings";
import { type Decision, type History, settingsInForce } from "./history";
import { passTime } from "./pass-time";
import { isRoutine, routineAfter } from "./routine";
import type { ReplayedAlert, SimulatedHistory } from "./simulated-history";

type Options = {
  /** Instead of the settings that were in force; null for those. */
  settings: Settings | null;
  until: Date;
  /** When time was applied, oldest first. Without it, at the very instant at which something was due. */
  sweeps?: Date[];
};

/**
 * What Tattle would have made of a history, by the same rules that made it then: the alerts in the order in which they were
 * noticed, with and without a notification. Pure.
 */
export const replay = (history: History, options: Options): ReplayedAlert[] =>
  simulate(history, options).alerts;

/** The same for long histories, which take seconds: other requests get responses meanwhile. */
export const replayInSteps = async (history: History, options: Options): Promise<ReplayedAlert[]> =>
  (await simulateInSteps(history, options)).alerts;

/** The same until the signal ends it: then null. */
export const replayUntil = (
  signal: AbortSignal,
  history: History,
  options: Options,
): Promise<ReplayedAlert[] | null> =>
  simulateInSteps(history, options, signal).then(
    ({ alerts }) => alerts,
    (error) => {
      if (error !== signal.reason) throw error;
      return null;
    },
  );

/** What becomes of the snitch of a history, and of its incident. Other work of the process goes on meanwhile. */
export async function simulateInSteps(
  history: History,
  options: Options,
  signal?: AbortSignal,
): Promise<SimulatedHistory> {
  const steps = live(history, options);
  let step = steps.next();
  while (!step.done) {
    await setImmediate();
    signal?.throwIfAborted();
    step = steps.next();
  }
  return step.value;
}

/** What becomes of the snitch of a history, and of its incident. Pure. */
const simulate = (history: History, options: Options): SimulatedHistory => atOnce(live(history, options));

/** What a snitch was since an instant. */
export type PastState = Pick<SnitchState, "status" | "deadline"> & { at: Date };

/** What the snitch of a history would have been: each state, oldest first. Pure. */
export function listStates(history: History, options: Options): PastState[] {
  const states: PastState[] = [];
  const see = ({ state: { snitch }, now: at }: SimulatedHistory) => {
    const { status, deadline } = snitch;
    const last = states.at(-1);
    if (last?.status !== status || last.deadline?.getTime() !== deadline?.getTime())
      states.push({ at, status, deadline });
  };
  atOnce(live(history, options, see));
  return states;
}

function atOnce(steps: Generator<void, SimulatedHistory>): SimulatedHistory {
  let step = steps.next();
  while (!step.done) step = steps.next();
  return step.value;
}

/** Batch size: these events take about a twentieth of a second. */
const EVENTS_IN_STEP = 2_500;

/** `see`: called after each change, with the snitch as it then is. */
function* live(
  history: History,
  { settings, until, sweeps }: Options,
  see: (simulated: SimulatedHistory) => void = () => {},
): Generator<void, SimulatedHistory> {
  const { first, changes } = settings ? { first: settings, changes: [] } : settingsInForce(history);
  const simulated = begin(history, first, see);
  const times = sweeps?.map((at) => at.getTime());
  for (const [index, happening] of inOrder(history, changes).entries()) {
    if (happening.at > until) break;
    if (index % EVENTS_IN_STEP === EVENTS_IN_STEP - 1) yield;
    passTime(simulated, happening.at, times);
    simulated.now = happening.at;
    happen(simulated, happening);
    see(simulated);
  }
  passTime(simulated, until, times);
  return simulated;
}

function begin(history: History, settings: Settings, see: SimulatedHistory["see"]): SimulatedHistory {
  const { listeningGaps } = history;
  return {
    history,
    settings,
    state: { ...untouched({ ...history.snitch, ...settings }), lastErrorAt: null, rows: [] },
    context: { order: "time", isIncomplete: false, listeningGaps },
    see,
    now: new Date(0),
    incident: null,
    routine: null,
    wasPausedOneNotified: true,
    alerts: [],
    moments: new Map(),
  };
}

function happen(simulated: SimulatedHistory, happening: Happening): void {
  const { state, context } = simulated;
  if ("checkIn" in happening && isRoutine(simulated, happening.checkIn)) {
    state.snitch.checkedInAt = happening.at;
    return;
  }
  simulated.routine = null;
  if ("checkIn" in happening) {
    applyCheckIn(state, happening.checkIn, context);
    forgetOldRuns(simulated);
    evaluateAlerts(simulated);
    simulated.routine = routineAfter(simulated, happening.checkIn);
  } else if ("event" in happening) apply(simulated, happening.event);
  else if ("settings" in happening) change(simulated, happening.settings, happening.at);
  else decide(simulated, happening.decision);
}

/** Someone who has acknowledged an incident need not do so again. */
function decide(simulated: SimulatedHistory, { at, ...decision }: Decision): void {
  const { incident } = simulated;
  if (!incident || ("acknowledgedAt" in decision && decision.acknowledgedAt && incident.acknowledgedAt))
    return;
  Object.assign(incident, decision);
  evaluateOpen(simulated, at);
}

function apply(simulated: SimulatedHistory, event: SnitchEvent): void {
  const { state, history } = simulated;
  const { snitch, alerts } = applyEvent(state.snitch, event, history.listeningGaps);
  Object.assign(state.snitch, snitch);
  state.alerts.push(...alerts);
  evaluateAlerts(simulated, event.at);
}

function change(simulated: SimulatedHistory, settings: Settings, at: Date): void {
  const { snitch } = simulated.state;
  const isSame =
    isSameSchedule(settings, simulated.settings) && settings.alertType === simulated.settings.alertType;
  // The next sweep evaluates an open incident by the new rules.
  if (simulated.incident && RULE_NAMES.some((name) => settings[name] !== simulated.settings[name]))
    simulated.incident.nextAt = simulated.incident.openedAt;
  simulated.settings = settings;
  const { maxRuntime, minRuntime, startGrace, expects, checks } = settings;
  const isSameLimit = maxRuntime === snitch.maxRuntime && startGrace === snitch.startGrace;
  Object.assign(snitch, { maxRuntime, minRuntime, startGrace, expects, checks });
  if (!isSameLimit) snitch.runs = withLimits(snitch.runs, settings, at);
  if (!isSame) apply(simulated, { kind: "rescheduled", at, terms: settings, alertType: settings.alertType });
}
