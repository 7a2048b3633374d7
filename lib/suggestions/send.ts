import { listReachable } from "@/lib/emails/address-marks";
import { enqueueEmails } from "@/lib/emails/enqueue";
import { type NewRows, NO_NEW_ROWS, wakeWorkersLater } from "@/lib/outbox/wake-workers";
import { query, type Sql, transaction } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/rules/durations";
import { addRemedies } from "./find-remedy";
import { listSuggestions, type SuggestedSnitch } from "./list";

/** How many suggestions an email lists. The rest is a number. */
const MAX_LISTED = 30;

/** The same suggestion is emailed again after this time, if it is still true. */
const REPEAT_MS = 30 * DAY_MS;

type CaseToTell = { id: string; name: string };

/**
 * Emails new suggestions to the owners and admins of the cases that want them, in one email for each case. Safe to run late, twice,
 * or in several workers at once.
 */
export async function sendSuggestions(now: Date): Promise<void> {
  const cases = await query<CaseToTell>("SELECT id, name FROM cases WHERE suggestions ORDER BY id");
  for (const theCase of cases) {
    const suggestions = await listSuggestions({ caseId: theCase.id }, now);
    if (suggestions.length === 0) continue;
    wakeWorkersLater(await transaction((sql) => sendNew(sql, theCase, suggestions, now)));
  }
}

async function sendNew(
  sql: Sql,
  { id: caseId, name: caseName }: CaseToTell,
  suggestions: SuggestedSnitch[],
  now: Date,
): Promise<NewRows> {
  const marked = await sql<{ key: string }>(
    `INSERT INTO suggestion_emails AS e (snitch_id, kind, at)
     SELECT n.id, n.kind, $3 FROM unnest($1::uuid[], $2::text[]) AS n(id, kind) JOIN snitches s ON s.id = n.id
     ORDER BY n.id, n.kind
     ON CONFLICT (snitch_id, kind) DO UPDATE SET at = excluded.at WHERE e.at <= $4
     RETURNING snitch_id || ' ' || kind AS key`,
    [
      suggestions.map(({ id }) => id),
      suggestions.map(({ suggested }) => suggested.kind),
      now,
      new Date(now.getTime() - REPEAT_MS),
    ],
  );
  const newKeys = new Set(marked.map(({ key }) => key));
  const unsent = suggestions.filter(({ id, suggested }) => newKeys.has(`${id} ${suggested.kind}`));
  if (unsent.length === 0) return NO_NEW_ROWS;
  const people = await listReachable(sql, caseId, ["owner", "admin"]);
  const listed = await addRemedies(caseId, unsent.slice(0, MAX_LISTED), now);
  const facts = {
    caseName,
    suggestions: listed.map(({ name, suggested }) => ({ name, suggested })),
    count: unsent.length,
    url: `${env.APP_URL}/${caseId}`,
  };
  return enqueueEmails(
    sql,
    people.map(({ email }) => ({ kind: "suggestions", address: email, caseId, facts })),
  );
}
