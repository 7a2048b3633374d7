import { pool } from "./db";
import { withConnection } from "./pool";

/** "RECU": the first half of the ids of these advisory locks. */
const LOCK_CLASS = 0x52454355;

/**
 * Does the work, unless another process is doing work of this name: then it does nothing. The lock is that of a transaction
 * without a statement in it, because PgBouncer may give the next statement outside one to another connection.
 */
export async function runExclusively(name: string, work: () => Promise<unknown>): Promise<void> {
  await withConnection(pool, async (client) => {
    const lock = [LOCK_CLASS, name];
    await client.query("BEGIN");
    const { rows } = await client.query("SELECT pg_try_advisory_xact_lock($1, hashtext($2)) AS locked", lock);
    if (rows[0]?.locked) await work();
    await client.query("COMMIT");
  });
}
