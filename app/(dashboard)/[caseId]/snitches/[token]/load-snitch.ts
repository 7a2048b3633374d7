import { notFound } from "next/navigation";
import { cache } from "react";
import { currentCase } from "@/lib/auth/session";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { intervalOf } from "@/lib/rules/interval";
import { findSnitch } from "@/lib/snitches/find";

export type SnitchParams = Promise<{ caseId: string; token: string }>;

/** The snitch of this URL and its case, loaded once for each request. A snitch of another case is “not found”. */
export const loadSnitch = cache(async (caseId: string, token: string, page = "") => {
  const { theCase, role } = await currentCase(caseId, `/snitches/${token}${page}`);
  const snitch = isPostgresText(token) ? await findSnitch(theCase.id, token) : null;
  if (!snitch) notFound();
  return { theCase, role, snitch: { ...snitch, interval: intervalOf(snitch) } };
});

export type LoadedSnitch = Awaited<ReturnType<typeof loadSnitch>>["snitch"];
