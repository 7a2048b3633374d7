import { DAY_MS } from "@/lib/rules/durations";
import { formatCount } from "@/lib/rules/format-count";
import { MAX_DAYS } from "./input";
import { loadHistory } from "./load";
import { replayInSteps } from "./replay";
import type { ReplayedAlert } from "./simulated-history";

/** How many alerts each of these checks would have raised by itself in the last days; null if there is no such snitch. */
export async function countCheckAlerts(caseId: string, token: string, checks: string[], now: Date) {
  const from = new Date(now.getTime() - MAX_DAYS * DAY_MS);
  const history = await loadHistory(caseId, token, { from, until: now });
  if (!history) return null;
  const counts: number[] = [];
  for (const check of checks) {
    const settings = { ...history.settings, checks: [check] };
    const alerts = await replayInSteps(history, { settings, until: now });
    const isCounted = ({ cause, notifiedAt }: ReplayedAlert) =>
      cause === "check" && notifiedAt !== null && notifiedAt >= from;
    counts.push(alerts.filter(isCounted).length);
  }
  return { snitchId: history.snitch.id, counts };
}

/** “In the last 90 days, this would have raised 2 alerts.” */
export const formatCheckAlerts = (count: number) =>
  `In the last ${MAX_DAYS} days, this would have raised ${count === 0 ? "no alerts" : formatCount(count, "alert")}.`;
