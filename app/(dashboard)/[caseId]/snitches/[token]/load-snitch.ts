import { notFound } from "next/navigation";
import { cache } from "react";
import { awaitLater, currentCase } from "@/app/auth/session";
import type { Right } from "@/lib/cases/roles";
import { findErrorCause } from "@/lib/history/status-cause";
import { type MaintenanceAhead, maintenanceAhead } from "@/lib/maintenance/ahead";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { intervalOf } from "@/lib/rules/interval";
import { isUuid } from "@/lib/rules/uuid";
import { findSnitch } from "@/lib/snitches/find";

export type SnitchParams = Promise<{ caseId: string; token: string }>;

/**
 * The snitch of this URL and its case, loaded once for each request. A snitch of another case and a page that the role has no
 * right to are “not found”. `page`: the rest of the path, to return to after signing in.
 */
export const loadSnitch = cache(async (caseId: string, token: string, page = "", right: Right = "see") => {
  // At once: who may not see the case does not get its snitch.
  const [{ theCase, role }, snitch] = await Promise.all([
    currentCase(caseId, `/snitches/${token}${page}`, right),
    isUuid(caseId) && isPostgresText(token) ? findSnitch(caseId, token) : null,
  ]);
  if (!snitch) notFound();
  // Now for the frame, which is rendered when all else is there, and gets the same promise.
  awaitLater(findMaintenance(snitch.id, caseId));
  const errorCause = snitch.status === "errored" ? await findErrorCause(snitch.id) : null;
  return { theCase, role, snitch: { ...snitch, interval: intervalOf(snitch), errorCause } };
});

/** The maintenance of a snitch now, and the next within eight days. */
export const findMaintenance = cache(
  async (id: string, caseId: string): Promise<MaintenanceAhead> =>
    (await maintenanceAhead([{ id, caseId }], new Date())).get(id) ?? { active: null, next: null },
);

export type LoadedSnitch = Awaited<ReturnType<typeof loadSnitch>>["snitch"];
