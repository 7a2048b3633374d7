import type { Sql } from "@/lib/platform/db";
import { findCompared } from "@/lib/rules/runs/format-comparison";
import { isRelative } from "@/lib/rules/runs/parse-check";
import { type Run, timeOfRunId } from "@/lib/rules/runs/run";
import { listUsualRuns } from "@/lib/rules/runs/usual";
import type { AlertDraft } from "@/lib/rules/state/alert-draft";
import { findEarlierRuns } from "./earlier";
import { findRunsByKey } from "./store";

type Alerted = { snitch: { id: string; runs: readonly Run[] }; alerts: AlertDraft[] };

/** Adds to the runs of alerts what they were compared with, if they failed a check that compares them with earlier ones. */
export async function addComparisons(sql: Sql, transitions: Alerted[]): Promise<void> {
  for (const { snitch, alerts } of transitions) {
    for (const { run } of alerts) {
      if (!run?.failed_check || !isRelative(run.failed_check)) continue;
      const compared = await findComparison(sql, snitch, run.id, run.failed_check);
      if (compared) run.compared = compared;
    }
  }
}

async function findComparison(
  sql: Sql,
  { id: snitchId, runs }: Alerted["snitch"],
  id: string,
  check: string,
) {
  const key = { snitchId, at: timeOfRunId(id), id };
  const run = runs.find((one) => one.id === id) ?? (await findRunsByKey(sql, [key])).get(snitchId)?.[0];
  return run ? compareRun(sql, snitchId, run, check, runs) : null;
}

/** What a check that a run did not pass has compared. `others`: runs that the database may not have yet. */
export async function compareRun(
  sql: Sql,
  snitchId: string,
  run: Run,
  check: string,
  others: readonly Run[] = [],
) {
  const before = run.endedAt ?? run.at;
  const earlier = (await findEarlierRuns(sql, [{ snitchId, before }])).get(snitchId) ?? [];
  return findCompared(
    check,
    run,
    listUsualRuns([...earlier, ...others.filter(({ id }) => id !== run.id)], before),
  );
}
