import { query } from "@/lib/platform/db";
import type { Status } from "@/lib/rules/state/snitch-state";
import { WORST_FIRST } from "./list-order";

type FoundSnitch = { token: string; name: string; status: Status; deadline: Date | null };

/**
 * Snitches of the case with each of these words in their name or environment, in any order, or with this token or slug. The one with exactly this name is
 * first, then those whose names begin so, each with the worst status first. Without words: any.
 */
export const searchSnitches = (caseId: string, terms: string[], limit: number): Promise<FoundSnitch[]> =>
  query<FoundSnitch>(
    `SELECT token, name, status::text AS status, deadline FROM snitches
     WHERE case_id = $1 AND (token IN (($2::text[])[1], lower(($2::text[])[1])) OR (slug <> '' AND slug = ($2::text[])[1]) OR NOT EXISTS (
       SELECT FROM unnest($2::text[]) AS word WHERE position(lower(word) IN lower(name || ' ' || environment)) = 0))
     ORDER BY lower(name) = lower(array_to_string($2::text[], ' ')) DESC,
       starts_with(lower(name), lower(array_to_string($2::text[], ' '))) DESC, ${WORST_FIRST}, lower(name), id LIMIT $3`,
    [caseId, terms, limit],
  );
