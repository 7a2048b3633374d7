import { pool } from "./db";
import { withConnection } from "./pool";

/** "RECU": the first half of the ids of these advisory locks. */
const LOCK_CLASS = 0x52454355;

/** Does the work, unless another process is doing work of this name: then it does nothing. */
export async function runExclusively(name: string, work: () => Promise<unknown>): Promise<void> {
  await withConnection(pool, async (client) => {
    const lock = [LOCK_CLASS, name];
    const { rows } = await client.query("SELECT pg_try_advisory_lock($1, hashtext($2)) AS locked", lock);
    if (!rows[0]?.locked) return;
    try {
      await work();
    } finally {
      await client.query("SELECT pg_advisory_unlock($1, hashtext($2))", lock);
    }
  });
}
