import { DAY_MS } from "@/lib/rules/durations";
import type { History } from "./history";
import { MAX_DAYS } from "./input";
import { loadHistory } from "./load";
import { replayInSteps } from "./replay";

export type CheckAlerts = { history: History; days: number; counts: Map<string, number> };

/** How many alerts each of these checks would have raised in the last days; null if there is no such snitch. */
export async function countCheckAlerts(
  caseId: string,
  token: string,
  checks: string[],
  now: Date,
): Promise<CheckAlerts | null> {
  const from = new Date(now.getTime() - MAX_DAYS * DAY_MS);
  const history = await loadHistory(caseId, token, { from, until: now });
  if (!history) return null;
  const replayed = await replayInSteps(history, { settings: { ...history.settings, checks }, until: now });
  const counts = new Map(checks.map((check) => [check, 0]));
  for (const { kind, failedCheck, notifiedAt } of replayed) {
    const count =
      kind === "errored" && notifiedAt && notifiedAt >= from ? counts.get(failedCheck ?? "") : undefined;
    if (failedCheck !== null && count !== undefined) counts.set(failedCheck, count + 1);
  }
  return { history, days: MAX_DAYS, counts };
}

/** “In the last 90 days, this would have raised 2 alerts.” */
export const formatCheckAlerts = (days: number, count: number) =>
  `In the last ${days} days, this would have raised ${count === 0 ? "no alerts" : count === 1 ? "1 alert" : `${count.toLocaleString("en")} alerts`}.`;
