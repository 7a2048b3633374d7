import { notFound } from "next/navigation";
import { cache } from "react";
import { currentCase } from "@/app/sign-in/session";
import type { Right } from "@/lib/cases/roles";
import { may } from "@/lib/cases/roles";
import { findErrorCause } from "@/lib/history/status-cause";
import { type MaintenanceAhead, maintenanceAhead } from "@/lib/maintenance/ahead";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { intervalOf } from "@/lib/rules/schedule/interval";
import { findSnitch } from "@/lib/snitches/find";
import { isUrlReplaced } from "@/lib/snitches/former-urls";

export type SnitchParams = Promise<{ caseId: string; token: string }>;

/**
 * The snitch of this URL and its case, loaded once for each request. A snitch of another case and a page that the role has no
 * right to are “not found”. `page`: the rest of the path, to return to after signing in.
 */
export const loadSnitch = cache(async (caseId: string, token: string, page = "", right: Right = "see") => {
  const { theCase, role } = await currentCase(caseId, `/snitches/${token}${page}`, right);
  const snitch = isPostgresText(token) ? await findSnitch(theCase.id, token) : null;
  if (!snitch) notFound();
  const errorCause = snitch.status === "errored" ? await findErrorCause(snitch.id) : null;
  // No component learns a replaced URL that its reader may not see.
  const isKeyShown = may(role, "manage_snitches") || !isUrlReplaced(snitch);
  const checkInKey = isKeyShown ? snitch.checkInKey : null;
  return { theCase, role, snitch: { ...snitch, interval: intervalOf(snitch), errorCause, checkInKey } };
});

/** The maintenance of a snitch now, and the next within eight days. */
export const findMaintenance = cache(
  async (id: string, caseId: string): Promise<MaintenanceAhead> =>
    (await maintenanceAhead([{ id, caseId }], new Date())).get(id) ?? { active: null, next: null },
);

export type LoadedSnitch = Awaited<ReturnType<typeof loadSnitch>>["snitch"];
