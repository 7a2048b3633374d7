import { pool } from "./db";
import { openOutageLog } from "./log-outage";

/** The Postgres channel that carries ids of changed cases. */
export const CHANNEL = "case_changed";

/** Changes within this time are published together. */
const DEBOUNCE_MS = 150;

const outage = openOutageLog({
  failing: "a change was not published to open pages",
  working: "changes are published to open pages again",
});

const changedCaseIds = new Set<string>();
let isScheduled = false;

/**
 * Makes the open pages of these cases, in every process, refresh. Call it after the commit. Messages may be lost: pages
 * also refresh at intervals.
 */
export function publishChange(caseIds: Iterable<string>): void {
  for (const caseId of caseIds) changedCaseIds.add(caseId);
  if (changedCaseIds.size === 0 || isScheduled) return;
  isScheduled = true;
  setTimeout(publishPending, DEBOUNCE_MS).unref();
}

/** Publishes what waits, at once. Call it before the database is closed. Never throws. */
export async function publishPending(): Promise<void> {
  isScheduled = false;
  const caseIds = [...changedCaseIds];
  if (caseIds.length === 0) return;
  changedCaseIds.clear();
  await pool
    .query(`SELECT pg_notify('${CHANNEL}', id) FROM unnest($1::text[]) AS id`, [caseIds])
    .then(outage.worked, (error: Error) => outage.failed({ error: error.message }));
}
