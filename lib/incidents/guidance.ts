import { query } from "@/lib/platform/db";

/** What helps whoever handles an incident. */
export type Guidance = {
  /** The page about the job; empty for none. */
  link: string;
};

/** What helps with incidents of a snitch of this case. */
export async function findGuidance(caseId: string, snitchId: string): Promise<Guidance> {
  const [row] = await query<Guidance>("SELECT url AS link FROM snitches WHERE case_id = $1 AND id = $2", [
    caseId,
    snitchId,
  ]);
  return row ?? { link: "" };
}
