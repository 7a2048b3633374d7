import { notFound } from "next/navigation";
import { cache } from "react";
import { currentCase } from "@/app/sign-in/session";
import type { Right } from "@/lib/cases/roles";
import { findIncidentRow } from "@/lib/incidents/list-rows";
import { isUuid } from "@/lib/rules/uuid";

export type IncidentParams = Promise<{ caseId: string; id: string }>;

/**
 * The incident of this URL and its case, loaded once for each request. An incident of another case and a page that the role
 * has no right to are “not found”. `page`: the rest of the path, to return to after signing in.
 */
export const loadIncident = cache(async (caseId: string, id: string, page = "", right: Right = "see") => {
  const { theCase, role } = await currentCase(caseId, `/incidents/${id}${page}`, right);
  const incident = isUuid(id) ? await findIncidentRow(theCase.id, id) : null;
  if (!incident) notFound();
  return { theCase, role, incident };
});
