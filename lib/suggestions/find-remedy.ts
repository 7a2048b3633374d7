import type { History } from "@/lib/replay/history";
import { loadHistory } from "@/lib/replay/load";
import { replayInSteps } from "@/lib/replay/replay";
import { smallestGraceMinutes } from "@/lib/replay/smallest-grace";
import type { Settings } from "@/lib/rules/incidents/settings";
import { FLAP_MS, isChange } from "@/lib/rules/suggestions/flaps";
import type { Remedy } from "@/lib/rules/suggestions/suggested";
import type { SuggestedSnitch } from "./list";

/** Tried after the grace: how many failures in a row an alert waits for. */
const FAILURES = [2, 3, 5, 8, 12];

/** A setting is worth a change if people hear this much less. */
const MIN_FACTOR = 4;

/**
 * Which setting would have kept a snitch from flapping within the last day: a grace if its job is only late, or else a number of
 * failures that alerts wait for. Null if neither helps. Replays the day up to twenty times.
 */
export async function findRemedy(caseId: string, token: string, changes: number, now: Date) {
  const range = { since: new Date(now.getTime() - FLAP_MS), until: now };
  const history = await loadHistory(caseId, token, { from: range.since, until: now });
  return history && chooseRemedy(history, changes, range);
}

/** The same, for the history of that day. */
export async function chooseRemedy(
  history: History,
  changes: number,
  range: { since: Date; until: Date },
): Promise<Remedy | null> {
  const { settings } = history;
  const tryOut = async (attribute: Remedy["attribute"], value: number, changed: Partial<Settings>) => {
    const replayed = await replayInSteps(history, {
      settings: { ...settings, ...changed },
      until: range.until,
    });
    const count = replayed.filter((alert) => alert.at > range.since && isChange(alert)).length;
    return count * MIN_FACTOR <= changes ? { attribute, value, changes: count } : null;
  };
  const minutes =
    settings.alertType === "basic" ? await smallestGraceMinutes(history, settings, range) : null;
  const grace = minutes && (await tryOut("grace", minutes * 60, { grace: minutes * 60 }));
  if (grace) return grace;
  for (const alertAfter of FAILURES.filter((each) => each > settings.alertAfter)) {
    const remedy = await tryOut("alert_after", alertAfter, { alertAfter });
    if (remedy) return remedy;
  }
  return null;
}

/** An email says of so many snitches that flap what to set: each takes a replay of a day or more. */
const MAX_REMEDIES = 5;

/** The same with what to set against the first of those that flap. */
export async function addRemedies(
  caseId: string,
  suggestions: SuggestedSnitch[],
  now: Date,
): Promise<SuggestedSnitch[]> {
  const result: SuggestedSnitch[] = [];
  let remedies = 0;
  for (const one of suggestions) {
    const { suggested, token } = one;
    if (suggested.kind !== "flaps" || remedies++ >= MAX_REMEDIES) result.push(one);
    else {
      const remedy = await findRemedy(caseId, token, suggested.changes, now);
      result.push({ ...one, suggested: { ...suggested, remedy } });
    }
  }
  return result;
}
