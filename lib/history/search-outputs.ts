import { z } from "zod";
import { type KeyScope, scopeCondition, scopeParameters } from "@/lib/cases/key-scope";
import { query } from "@/lib/platform/db";
import { type Run, timeOfRunId } from "@/lib/rules/runs/run";
import { searchQuery, termsOf } from "@/lib/rules/runs/search-terms";
import { matchingLine } from "@/lib/rules/runs/search-text";
import { presentedRun, presentRun } from "@/lib/runs/present";
import { findRunsByKey } from "@/lib/runs/store";

/** A run whose output was found. `line`: the line with the first word. */
export type FoundRun = { run: Run; snitch: { token: string; name: string }; line: string };

type Row = { runId: string; snitchId: string; token: string; name: string; text: string };

/**
 * The latest runs of the case, within the reach of the person who asks, whose outputs have words that begin with all of these; without words,
 * those with any output. `before`: the run before which they are.
 */
export async function searchRuns(
  caseId: string,
  scope: KeyScope,
  { search, before, limit }: { search: string; before: string | null; limit: number },
): Promise<FoundRun[]> {
  const rows = await query<Row>(
    `SELECT t.run_id AS "runId", t.snitch_id AS "snitchId", s.token, s.name, t.text
     FROM output_texts t JOIN snitches s ON s.id = t.snitch_id AND s.case_id = t.case_id
     WHERE t.case_id = $1 AND ($2::tsquery IS NULL OR t.words @@ $2) AND ($3::uuid IS NULL OR t.run_id < $3)
       AND ${scopeCondition(4, 5)}
     ORDER BY t.run_id DESC LIMIT $6`,
    [caseId, searchQuery(caseId, search), before, ...scopeParameters(scope), limit],
  );
  const runs = await findRunsByKey(
    query,
    rows.map(({ runId: id, snitchId }) => ({ snitchId, at: timeOfRunId(id), id })),
  );
  const terms = termsOf(search);
  return rows.flatMap(({ runId, snitchId, token, name, text }) => {
    const run = runs.get(snitchId)?.find(({ id }) => id === runId);
    return run ? [{ run, snitch: { token, name }, line: matchingLine(text, terms) }] : [];
  });
}

/** A run that was found, as the API shows it. */
export const presentedFoundRun = presentedRun.extend({
  snitch: z.object({ token: z.string(), name: z.string() }),
  line: z.string().meta({ description: "The line of output that contains the first word." }),
});

export const presentFoundRun = ({ run, snitch, line }: FoundRun) => ({ ...presentRun(run), snitch, line });
