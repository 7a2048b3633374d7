import { isAllowed } from "@/lib/cases/api-key-access";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import type { KeyScope } from "@/lib/cases/key-scope";
import { env } from "@/lib/platform/env";
import type { Snitch } from "@/lib/platform/generated/client";
import { notFound } from "@/lib/platform/refusal";
import { findSnitch } from "./find";
import { isUrlReplaced } from "./former-urls";
import { type PresentedSnitch, presentSnitch } from "./present";
import { findRelations } from "./relations";

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
