import { tellChanged } from "@/lib/live/changes";
import { ringLater } from "@/lib/outbox/wake-workers";
import { pool, type Sql, transaction } from "@/lib/platform/db";
import type { Report } from "@/lib/rules/alert-draft";
import { type Locked, lockSnitches } from "@/lib/snitches/store";
import { bringAbout } from "./apply-report";
import { type Written, writeDown } from "./save-transitions";
import { mustHold } from "./sweep-guard";

/** How many snitches one transaction decides. */
const BATCH = 500;

/**
 * Lets check-ins that waited in the history bring about what they mean, in order, now that it is known which periods
 * were missed before them. May run late, twice, or in several workers at once; does nothing while that is in doubt.
 */
export async function catchUp(msSinceLoss = Number.POSITIVE_INFINITY): Promise<void> {
  const { rowCount } = await pool.query("SELECT FROM snitches WHERE undecided_since IS NOT NULL LIMIT 1");
  if (rowCount === 0 || (await mustHold(msSinceLoss))) return;
  while ((await catchUpBatch()) === BATCH);
}

const UNDECIDED = `s.id IN (SELECT id FROM (
  SELECT id FROM snitches WHERE undecided_since IS NOT NULL ORDER BY undecided_since
  LIMIT ${BATCH} FOR UPDATE SKIP LOCKED) AS undecided)`;

async function catchUpBatch(): Promise<number> {
  const { undecided, owed } = await transaction(async (sql) => {
    const undecided = await lockSnitches(sql, UNDECIDED, []);
    const said = await saidSince(sql, undecided);
    const written = undecided.map((snitch) => decide(snitch, said.get(snitch.id) ?? []));
    return { undecided, owed: await writeDown(sql, written) };
  });
  ringLater(owed);
  tellChanged(undecided.map(({ caseId }) => caseId));
  return undecided.length;
}

type Said = Report & { at: Date };

/** What each of these snitches said since it is undecided, in order. */
async function saidSince(sql: Sql, undecided: Locked[]): Promise<Map<string, Said[]>> {
  const rows = await sql<Said & { snitchId: string }>(
    `SELECT c.snitch_id AS "snitchId", c.at, c.exit_status AS "exitStatus", c.message
     FROM unnest($1::uuid[], $2::timestamptz[]) AS n (snitch_id, since)
     JOIN check_ins c ON c.snitch_id = n.snitch_id AND c.at >= n.since AND c.accepted ORDER BY c.at, c.id`,
    [undecided.map(({ id }) => id), undecided.map(({ undecidedSince }) => undecidedSince)],
  );
  const said = new Map<string, Said[]>();
  for (const row of rows) said.set(row.snitchId, [...(said.get(row.snitchId) ?? []), row]);
  return said;
}

function decide(snitch: Locked, said: Said[]): Written {
  const written: Written = { snitch: { ...snitch, undecidedSince: null }, tales: [], pauses: [] };
  for (const report of said) bringAbout(written, report);
  return written;
}
