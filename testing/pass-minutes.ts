import { pool } from "@/lib/platform/db";

/** The times that processes compare with the clock, by table. */
const TIMES = {
  snitches: ["deadline", "checked_in_at", "missing_since", "counted_hour", "counted_minute"],
  check_ins: ["at"],
  listeners: ["since", "seen_at", "left_at", "checked_in_at"],
  unknown_misses: ["deadline", "silence_starts_at", "silence_ends_at", "noticed_at"],
  alerts: ["at"],
  // A gap is reported once by its start, which moves with the rest.
  silence_reports: ["silence_starts_at"],
};

/**
 * Lets minutes pass for everything in the database, by moving its times into the past. Periods of minutes stay aligned.
 * Running processes show within seconds that they have been listening all the time; one that is stopped has not.
 */
export async function passMinutes(
  minutes: number,
  run = (sql: string): Promise<unknown> => pool.query(sql),
): Promise<void> {
  const updates = Object.entries(TIMES).map(([table, columns]) => {
    const set = columns.map((column) => `${column} = ${column} - ${minutes} * interval '1 minute'`);
    return `UPDATE ${table} SET ${set.join(", ")}`;
  });
  await run(["BEGIN", ...updates, "COMMIT"].join("; "));
}
