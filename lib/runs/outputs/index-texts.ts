import { query } from "@/lib/platform/db";
import { firstIdSince } from "@/lib/platform/first-id-since";
import { log } from "@/lib/platform/log";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { timeOfRunId } from "@/lib/rules/runs/run";
import { caseWord, termsOf } from "@/lib/rules/runs/search-terms";
import { searchText } from "@/lib/rules/runs/search-text";
import { openOutputs } from "./read";

/** How long outputs can be searched. */
export const SEARCHED_MS = 30 * DAY_MS;

/** Batch size: outputs that are in memory together. */
const BATCH_SIZE = 50;

/** How many are indexed in one run, so that a worker can be stopped within seconds. */
const MAX_PER_RUN = 2_000;

/** A transaction may commit this long after it named its outputs. */
const LATE_COMMIT_MS = 5 * MINUTE_MS;

type Row = { id: string; runId: string; snitchId: string; caseId: string };

/**
 * Makes the outputs that came since the last run searchable, oldest first. Check-ins know nothing of it. Safe to run twice and in several
 * workers.
 */
export async function indexTexts(now: Date): Promise<void> {
  for (let seen = 0; seen < MAX_PER_RUN; seen += BATCH_SIZE) {
    const rows = await query<Row>(
      `SELECT o.id, o.run_id AS "runId", o.snitch_id AS "snitchId", s.case_id AS "caseId"
       FROM outputs o JOIN snitches s ON s.id = o.snitch_id
       WHERE o.id > $1 AND NOT EXISTS (SELECT FROM output_texts t WHERE t.output_id = o.id)
       ORDER BY o.id LIMIT $2`,
      [await findStart(now), BATCH_SIZE],
    );
    await indexBatch(rows);
    if (rows.length < BATCH_SIZE) return;
  }
}

/** The id after which outputs may not be indexed. Ids begin with the time at which they were given. */
async function findStart(now: Date): Promise<string> {
  const [last] = await query<{ id: string }>(
    "SELECT output_id AS id FROM output_texts ORDER BY output_id DESC LIMIT 1",
  );
  const oldestMs = now.getTime() - SEARCHED_MS;
  const lastMs = last ? timeOfRunId(last.id).getTime() - LATE_COMMIT_MS : oldestMs;
  return firstIdSince(Math.max(oldestMs, lastMs));
}

async function indexBatch(rows: Row[]): Promise<void> {
  const outputs = new Map((await openOutputs(rows.map(({ id }) => id))).map((output) => [output.id, output]));
  const texts: string[] = [];
  for (const { id } of rows) texts.push(searchText(await readText(id, outputs.get(id)?.read)));
  const terms = rows.map(({ caseId }, i) => JSON.stringify([caseWord(caseId), ...termsOf(texts[i] ?? "")]));
  // Those that were deleted meanwhile are left out.
  await query(
    `INSERT INTO output_texts (output_id, case_id, snitch_id, run_id, text, words)
     SELECT n.id, n.case_id, n.snitch_id, n.run_id, n.text,
       array_to_tsvector(ARRAY(SELECT jsonb_array_elements_text(n.words)))
     FROM unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::uuid[], $5::text[], $6::jsonb[])
       AS n(id, case_id, snitch_id, run_id, text, words)
     WHERE EXISTS (SELECT FROM outputs o WHERE o.id = n.id FOR KEY SHARE)
     ON CONFLICT DO NOTHING`,
    [
      rows.map(({ id }) => id),
      rows.map(({ caseId }) => caseId),
      rows.map(({ snitchId }) => snitchId),
      rows.map(({ runId }) => runId),
      texts,
      terms,
    ],
  );
}

/** Empty for an output that can no longer be read: it must not delay the others. */
async function readText(id: string, read?: () => Promise<{ text: string } | null>): Promise<string> {
  try {
    return (await read?.())?.text.replaceAll("\0", "") ?? "";
  } catch (err) {
    log.warn({ err, output: id }, "an output could not be read, and cannot be searched");
    return "";
  }
}

/** Deletes the texts of outputs that are too old to be searched. With an output its text is deleted, too. */
export async function deleteOldTexts(now: Date): Promise<void> {
  await query("DELETE FROM output_texts WHERE output_id < $1", [firstIdSince(now.getTime() - SEARCHED_MS)]);
}
