import { query } from "@/lib/platform/db";

/** The snitches of the case with these tokens, by name. */
export const listNamed = (caseId: string, tokens: string[]) =>
  query<{ token: string; name: string }>(
    "SELECT token, name FROM snitches WHERE case_id = $1 AND token = ANY($2::text[]) ORDER BY lower(name), id",
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
