import { query } from "@/lib/platform/db";

/** The snitches of the case with these tokens, or all of them, by name. */
export const listNamed = (caseId: string, tokens: string[] | null) =>
  query<{ token: string; name: string }>(
    "SELECT token, name FROM snitches WHERE case_id = $1 AND ($2::text[] IS NULL OR token = ANY($2)) ORDER BY lower(name), id",
    [caseId, tokens],
  );

/** Whether the case has a snitch with another token than this one. */
export async function hasOthers(caseId: string, token: string | null): Promise<boolean> {
  const rows = await query(
    "SELECT 1 FROM snitches WHERE case_id = $1 AND token IS DISTINCT FROM $2 LIMIT 1",
    [caseId, token],
  );
  return rows.length > 0;
}
