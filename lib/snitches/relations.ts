import type { KeyScope } from "@/lib/cases/key-scope";
import { query } from "@/lib/platform/db";
import type { Snitch } from "@/lib/platform/generated/client";
import { findLastRuns } from "@/lib/runs/list";
import { findDependencies } from "./dependencies";
import { findFormerUrls, isUrlReplaced } from "./former-urls";
import { NO_RELATIONS, type SnitchRelations } from "./present";
import { listInScope } from "./scope";

/** A function that returns what the rows of these snitches do not say. A narrowed key learns only of parents that it reaches. */
export async function findRelations(
  snitches: Snitch[],
  scope: KeyScope,
  now: Date,
): Promise<(snitch: Snitch) => SnitchRelations> {
  const [lastRuns, dependencies, formerUrls] = await Promise.all([
    findLastRuns(snitches),
    findDependencies(
      query,
      snitches.map(({ id }) => id),
    ),
    findFormerUrls(
      query,
      snitches.filter(isUrlReplaced).map(({ id }) => id),
      now,
    ),
  ]);
  const [first] = snitches;
  const inScope =
    scope && first && (await listInScope(first.caseId, scope, [...dependencies.values()].flat()));
  const isShown = (token: string) => !inScope || inScope.has(token);
  return ({ id }) => ({
    lastRun: lastRuns.get(id) ?? NO_RELATIONS.lastRun,
    formerUrl: formerUrls.get(id) ?? NO_RELATIONS.formerUrl,
    dependsOn: dependencies.get(id)?.filter(isShown) ?? NO_RELATIONS.dependsOn,
  });
}
