import { query } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { formatUsual } from "@/lib/rules/runs/format-comparison";
import { listUsualRuns } from "@/lib/rules/runs/usual";
import { findEarlierRuns } from "@/lib/runs/earlier";
import { countCheckAlerts, formatCheckAlerts } from "./count-check-alerts";

/** What each of these checks would have raised in the past, and what is usual for it now, in a line each. */
export async function previewChecks(
  caseId: string,
  token: string,
  checks: string[],
  now: Date,
): Promise<string> {
  const found = await countCheckAlerts(caseId, token, checks, now);
  if (!found) throw notFound("snitch");
  const { history, days, counts } = found;
  const runs = (await findEarlierRuns(query, [{ snitchId: history.snitch.id, before: now }])).get(
    history.snitch.id,
  );
  const usualRuns = listUsualRuns(runs ?? [], now);
  return checks
    .map((check) => {
      const usual = formatUsual(check, usualRuns);
      return `${check}${usual && ` (${usual})`}: ${formatCheckAlerts(days, counts.get(check) ?? 0)}`;
    })
    .join("\n");
}
