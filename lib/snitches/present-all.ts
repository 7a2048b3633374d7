import { isAllowed } from "@/lib/cases/api-key-access";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import type { KeyScope } from "@/lib/cases/key-scope";
import { query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import type { Snitch } from "@/lib/platform/generated/client";
import { notFound } from "@/lib/platform/refusal";
import { findLastRuns } from "@/lib/runs/list";
import { findDependencies } from "./dependencies";
import { findSnitch } from "./find";
import { findFormerUrls, isUrlReplaced } from "./former-urls";
import { NO_RELATIONS, type PresentedSnitch, presentSnitch, type SnitchRelations } from "./present";
import { listInScope } from "./scope";

/** The key that reads. A check-in URL that was replaced is only for those that may replace it again. */
type Reader = { scope: KeyScope; access: ApiKeyAccess };

/** The JSON of these snitches, as this key may see it. */
export async function presentAll(
  snitches: Snitch[],
  { scope, access }: Reader,
  now: Date,
): Promise<PresentedSnitch[]> {
  const relationsOf = await findRelations(snitches, scope, now);
  const mayChange = isAllowed(access, "change");
  return snitches.map((snitch) => {
    const isShown = mayChange || !isUrlReplaced(snitch);
    const checkInUrl = isShown ? `${env.CHECK_IN_URL}/${snitch.checkInKey}` : null;
    return presentSnitch(snitch, checkInUrl, now, relationsOf(snitch));
  });
}

/** The JSON of the snitch of the case with this token. */
export async function presentOne(caseId: string, token: string, reader: Reader): Promise<PresentedSnitch> {
  const snitch = await findSnitch(caseId, token);
  const [presented] = snitch ? await presentAll([snitch], reader, new Date()) : [];
  if (!presented) throw notFound("snitch");
  return presented;
}

/** A function that returns what the rows of these snitches do not say. A narrowed key learns only of parents that it reaches. */
async function findRelations(
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
