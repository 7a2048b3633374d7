import { expect } from "vitest";
import { pool } from "@/lib/platform/db";
import { eventually } from "@/testing/eventually";

/** Waits until exactly one connection to this database waits for a lock. */
export async function oneLockWait(): Promise<void> {
  await eventually(async () => {
    const { rowCount } = await pool.query(
      "SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'",
    );
    expect(rowCount).toBe(1);
  });
}
