import { query } from "@/lib/platform/db";
import { openOutageLog } from "@/lib/platform/log-outage";
import { FIRST_LEASE_MS, MAX_ATTEMPT_MS, RENEW_MS } from "./backoff";

/** A table of rows that are attempted. `done`: the column that says when one was accepted. */
type OutboxTable = { table: string; done: string };

/** The attempts of this process, by the id of their row. `begunAt`: by `performance.now()`. */
const attempts = new Map<string, { of: OutboxTable; begunAt: number }>();

/** Whether this process attempts the row now. */
export const isAttempted = (id: string): boolean => attempts.has(id);

/** Notes that this process has leased these rows. */
export function beginAttempts(of: OutboxTable, ids: string[]): void {
  for (const id of ids) attempts.set(id, { of, begunAt: performance.now() });
}

/** Notes that the leases of these rows are over. */
export function endAttempts(ids: string[]): void {
  for (const id of ids) attempts.delete(id);
}

/** Renews the first leases of the rows that this process attempts, every two seconds until the returned function is called. */
export function startRenewing(): () => void {
  const outage = openOutageLog({
    failing: "leases cannot be renewed: another worker may repeat what is being sent",
    working: "leases are renewed again",
  });
  let isRenewing = false;
  const timer = setInterval(() => {
    if (isRenewing) return;
    isRenewing = true;
    renewLeases(performance.now())
      .then(outage.worked, (error: Error) => outage.failed({ error: error.message }))
      .finally(() => {
        isRenewing = false;
      });
  }, RENEW_MS).unref();
  return () => clearInterval(timer);
}

/** Renews the first leases of the attempts that have lasted for a while. One that must be over is dropped. */
export async function renewLeases(nowMs: number): Promise<void> {
  const lasting = [...attempts].filter(([, { begunAt }]) => nowMs - begunAt >= RENEW_MS);
  endAttempts(lasting.flatMap(([id, { begunAt }]) => (nowMs - begunAt > MAX_ATTEMPT_MS ? id : [])));
  for (const table of new Set(lasting.map(([, { of }]) => of)))
    await renew(
      table,
      lasting.flatMap(([id, { of }]) => (of === table && isAttempted(id) ? id : [])),
    );
}

const RENEWED = `now() + interval '${FIRST_LEASE_MS} ms'`;

/** A result that was recorded at the same time may have made a row due later: that stays. */
async function renew({ table, done }: OutboxTable, ids: string[]): Promise<void> {
  if (ids.length === 0) return;
  await query(
    `UPDATE ${table} SET due_at = ${RENEWED} WHERE id IN (
       SELECT id FROM ${table} WHERE id = ANY($1::uuid[]) AND attempts = 1 AND due_at < ${RENEWED}
         AND ${done} IS NULL AND gave_up_at IS NULL ORDER BY id FOR UPDATE SKIP LOCKED)`,
    [ids],
  );
}
