import type { History } from "@/lib/replay/history";
import { loadHistory } from "@/lib/replay/load";
import { replayUntil } from "@/lib/replay/replay";
import { DAY_MS } from "@/lib/rules/durations";
import { DEFAULT_RULES } from "@/lib/rules/incidents/incident";
import { pickSettings, type Settings } from "@/lib/rules/incidents/settings";
import { NO_RUN_TERMS } from "@/lib/rules/runs/terms";
import { alertRulesFrom } from "@/lib/snitches/rule-input";
import { runTermsFrom } from "@/lib/snitches/run-input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import type { Change } from "./diff";
import type { ChangedSnitch } from "./read-sent";
import { buildInput, SCHEDULE_NAMES, type SnitchAttributes } from "./snitch-attributes";

const DAYS = 90;

/** What a replay can say something about, … */
const REPLAYED = [...SCHEDULE_NAMES.filter((name) => name !== "start_grace"), "alert_after", "max_runtime"];

/** … unless something else changes that may make other alerts of the same past. */
const UNKNOWN = [
  "start_grace",
  "min_runtime",
  "expects",
  "checks",
  "alert_after_seconds",
  "recover_after",
  "remind_every",
  "depends_on",
  "filters",
];

/** How many alerts people would have had, with the settings of today and with those of the file. */
export type AlertsOfChange = { before: number; after: number };

const canReplay = ({ attributes }: Change) =>
  attributes.some(({ attribute }) => REPLAYED.includes(attribute)) &&
  !attributes.some(({ attribute }) => UNKNOWN.includes(attribute));

/** Replays the changed snitches, one after another, until the signal ends it: of the rest nobody knows. */
export async function replayChanges(
  caseId: string,
  snitches: ChangedSnitch[],
  now: Date,
  signal: AbortSignal,
): Promise<Map<Change, AlertsOfChange>> {
  const alerts = new Map<Change, AlertsOfChange>();
  const from = new Date(now.getTime() - DAYS * DAY_MS);
  for (const { change, token, attributes } of snitches.filter(({ change }) => canReplay(change))) {
    if (signal.aborted) break;
    const history = await loadHistory(caseId, token, { from, until: now });
    if (!history?.checkIns.some(({ at }) => at >= from)) continue;
    const count = (settings: Settings) => countAlerts(history, settings, { from, now, signal });
    const [before, after] = [await count(history.settings), await count(settingsOf(attributes))];
    if (before !== null && after !== null) alerts.set(change, { before, after });
  }
  return alerts;
}

type Range = { from: Date; now: Date; signal: AbortSignal };

/** Null if the signal came first. */
async function countAlerts(
  history: History,
  settings: Settings,
  { from, now, signal }: Range,
): Promise<number | null> {
  const alerts = await replayUntil(signal, history, { settings, until: now });
  if (!alerts) return null;
  return alerts.filter(
    ({ kind, notifiedAt }) =>
      (kind === "missing" || kind === "errored") && notifiedAt !== null && notifiedAt >= from,
  ).length;
}

/** The settings that a snitch would have. */
export function settingsOf(attributes: SnitchAttributes): Settings {
  const input = buildInput(attributes, { dependsOn: [], channels: [] });
  return pickSettings({
    ...usableTerms(input, null),
    ...runTermsFrom(input, NO_RUN_TERMS),
    ...alertRulesFrom(input, DEFAULT_RULES),
    alertType: attributes.alert_type,
  });
}
