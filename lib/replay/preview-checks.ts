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
  const counted = await countCheckAlerts(caseId, token, checks, now);
  if (!counted) throw notFound("snitch");
  const { snitchId, counts } = counted;
  const earlier = await findEarlierRuns(query, [{ snitchId, before: now }]);
  const usualRuns = listUsualRuns(earlier.get(snitchId) ?? [], now);
  return checks
    .map((check, index) => {
      const usual = formatUsual(check, usualRuns);
      return `${check}${usual && ` (${usual})`}: ${formatCheckAlerts(counts[index] ?? 0)}`;
    })
    .join("\n");
}
