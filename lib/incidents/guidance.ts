import { query } from "@/lib/platform/db";
import { findHint, type Hint, type ReportedError } from "@/lib/rules/incidents/hints";

/** The hint for an error, and the link of its snitch. */
export type Guidance = {
  hint: Hint | null;
  /** The page about the job; empty for none. */
  link: string;
};

/** The guidance for this error of a snitch of this case. */
export async function findGuidance(
  caseId: string,
  snitchId: string,
  reported: ReportedError,
): Promise<Guidance> {
  const [row] = await query<{ link: string; hints: Hint[] }>(
    `SELECT s.url AS link, c.hints FROM snitches s JOIN cases c ON c.id = s.case_id
     WHERE s.case_id = $1 AND s.id = $2`,
    [caseId, snitchId],
  );
  return row ? { hint: findHint(row.hints, reported), link: row.link } : { hint: null, link: "" };
}
