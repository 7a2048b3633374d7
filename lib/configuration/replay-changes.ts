import type { History } from "@/lib/replay/history";
import { loadHistory } from "@/lib/replay/load";
import { replayUntil } from "@/lib/replay/replay";
import { DAY_MS } from "@/lib/rules/durations";
import type { Settings } from "@/lib/rules/incidents/settings";
import { SETTINGS } from "@/lib/snitches/settings/settings";
import type { ChangedSnitch } from "./compare-file";
import type { Change } from "./diff";

const DAYS = 90;

/** How many alerts people would have had, with the settings of today and with those of the file. */
export type AlertsOfChange = { before: number; after: number };

/** Whether a replay can say something about a change, because nothing else changes that may make other alerts of the same past. */
function canReplay({ attributes }: Change): boolean {
  const replays = attributes.map(({ attribute }) => SETTINGS[attribute as keyof typeof SETTINGS].replay);
  return replays.includes("again") && !replays.includes("unknown");
}

/** Replays the changed snitches, one after another, until the signal ends it: of the rest no one knows. */
export async function replayChanges(
  caseId: string,
  snitches: ChangedSnitch[],
  now: Date,
  signal: AbortSignal,
): Promise<Map<Change, AlertsOfChange>> {
  const alerts = new Map<Change, AlertsOfChange>();
  const from = new Date(now.getTime() - DAYS * DAY_MS);
  for (const { change, token, settings } of snitches.filter(({ change }) => canReplay(change))) {
    if (signal.aborted) break;
    const history = await loadHistory(caseId, token, { from, until: now });
    if (!history?.checkIns.some(({ at }) => at >= from)) continue;
    const count = (some: Settings) => countAlerts(history, some, { from, now, signal });
    const [before, after] = [await count(history.settings), await count(settings)];
    if (before !== null && after !== null) alerts.set(change, { before, after });
  }
  return alerts;
}

/** Null if the signal came first. */
async function countAlerts(
  history: History,
  settings: Settings,
  { from, now, signal }: { from: Date; now: Date; signal: AbortSignal },
): Promise<number | null> {
  const alerts = await replayUntil(signal, history, { settings, until: now });
  if (!alerts) return null;
  return alerts.filter(
    ({ kind, notifiedAt }) =>
      (kind === "missing" || kind === "errored") && notifiedAt !== null && notifiedAt >= from,
  ).length;
}
