import { query } from "@/lib/platform/db";
import type { Snitch } from "@/lib/platform/generated/client";
import { findLastRuns } from "@/lib/runs/list";
import { findDependencies } from "./dependencies";
import { NO_RELATIONS, type SnitchRelations } from "./present";

/** A function that returns what the rows of these snitches do not say. */
export async function findRelations(snitches: Snitch[]): Promise<(snitch: Snitch) => SnitchRelations> {
  const [lastRuns, dependencies] = await Promise.all([
    findLastRuns(snitches),
    findDependencies(
      query,
      snitches.map(({ id }) => id),
    ),
  ]);
  return ({ id }) => ({
    lastRun: lastRuns.get(id) ?? NO_RELATIONS.lastRun,
    dependsOn: dependencies.get(id) ?? NO_RELATIONS.dependsOn,
  });
}
