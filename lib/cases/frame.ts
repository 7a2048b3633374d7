import { prepared } from "@/lib/platform/db";
import type { Case } from "@/lib/platform/generated/client";
import { DONE_STEPS, type DoneSteps } from "./onboarding";

/** What every page of a case shows: the cases of the user, oldest first, and of this one the open incidents and the first steps. */
export type CaseFrame = {
  cases: Pick<Case, "id" | "name">[];
  /** How many are open, up to `MAX_COUNTED`. A machine that is not reporting is one, whatever jobs it has. */
  openIncidents: number;
  done: DoneSteps;
};

/** More open incidents than this are not counted. */
export const MAX_COUNTED = 1_000;

/** One statement, because every page of a case waits for it. */
export async function findCaseFrame(caseId: string, userId: string): Promise<CaseFrame> {
  const [row] = await prepared<DoneSteps & Omit<CaseFrame, "done">>(
    `SELECT ${DONE_STEPS}, (
       SELECT coalesce(json_agg(json_build_object('id', c.id, 'name', c.name) ORDER BY c.id), '[]')
       FROM members m JOIN cases c ON c.id = m.case_id WHERE m.user_id = $2) AS cases, (
       SELECT count(DISTINCT id)::int FROM (
         SELECT coalesce(machine_incident_id, id) AS id FROM incidents WHERE case_id = $1 AND closed_at IS NULL LIMIT ${MAX_COUNTED}) AS open) AS "openIncidents"`,
    [caseId, userId],
  );
  if (!row) throw new Error("A statement without FROM has a row.");
  const { cases, openIncidents, ...done } = row;
  return { cases, openIncidents, done };
}
