import { query } from "@/lib/platform/db";

const MAX_SNITCHES = 1_000;
const MAX_TAGS = 500;

/** What maintenance of a case can cover: its tags and its snitches, by name, as far as a form can list them. */
export async function listCoverable(caseId: string) {
  const [tags, snitches] = await Promise.all([
    query<{ tag: string }>(
      "SELECT DISTINCT unnest(tags) AS tag FROM snitches WHERE case_id = $1 ORDER BY tag LIMIT $2",
      [caseId, MAX_TAGS],
    ),
    query<{ token: string; name: string }>(
      "SELECT token, name FROM snitches WHERE case_id = $1 ORDER BY lower(name), id LIMIT $2",
      [caseId, MAX_SNITCHES],
    ),
  ]);
  return { tags: tags.map(({ tag }) => tag), snitches };
}

export type Coverable = Awaited<ReturnType<typeof listCoverable>>;
