import { query } from "@/lib/platform/db";

/** More snitches than these are chosen by their tokens. */
export const MAX_CHOICES = 200;

/** Snitches of the case that another one can depend on, by name: those with these tokens, and as many of the others as fit. */
export async function listChoices(caseId: string, chosen: string[], except: string | null) {
  const rows = await query<{ token: string; name: string }>(
    `SELECT token, name FROM snitches WHERE case_id = $1 AND token IS DISTINCT FROM $3
     ORDER BY token = ANY($2::text[]) DESC, lower(name), id LIMIT ${MAX_CHOICES + 1}`,
    [caseId, chosen, except],
  );
  return { snitches: rows.slice(0, MAX_CHOICES), hasMore: rows.length > MAX_CHOICES };
}
