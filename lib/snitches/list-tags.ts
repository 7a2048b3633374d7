import { query } from "@/lib/platform/db";

const MAX_TAGS = 500;

/** The tags of the snitches of a case, by name, as far as a form can list them. */
export async function listTags(caseId: string): Promise<string[]> {
  const rows = await query<{ tag: string }>(
    "SELECT DISTINCT unnest(tags) AS tag FROM snitches WHERE case_id = $1 ORDER BY tag LIMIT $2",
    [caseId, MAX_TAGS],
  );
  return rows.map(({ tag }) => tag);
}
