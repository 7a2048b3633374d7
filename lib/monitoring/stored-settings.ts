import type { Sql } from "@/lib/platform/db";
import { notFound } from "@/lib/platform/refusal";
import { COLUMNS, type Columns } from "@/lib/snitches/settings/settings";
import type { LockedSnitch } from "@/lib/snitches/store";

/** The settings of a snitch that are saved as they are, …  */
export type StoredSettings = Columns & {
  /** … and what is never saved with them: the protocol whose check-ins set its schedule, and since when its case is on hold. */
  setBy: string | null;
  onHoldAt: Date | null;
};

const SELECTED = Object.entries(COLUMNS).map(([name, { property }]) => `s.${name} AS "${property}"`);

/** Reads the settings of a locked snitch. */
export async function readSettings(sql: Sql, { id }: LockedSnitch): Promise<StoredSettings> {
  const [settings] = await sql<StoredSettings>(
    `SELECT ${SELECTED.join(", ")}, s.set_by::text AS "setBy", c.on_hold_at AS "onHoldAt"
     FROM snitches s JOIN cases c ON c.id = s.case_id WHERE s.id = $1`,
    [id],
  );
  if (!settings) throw notFound("snitch");
  return settings;
}

const ASSIGNED = Object.keys(COLUMNS).map((name, i) => `${name} = $${i + 3}`);

/** Saves the settings of a locked snitch in one statement. `rescheduledAt`: when its period began again; null if it did not. */
export const saveSettings = (sql: Sql, { id }: LockedSnitch, columns: Columns, rescheduledAt: Date | null) =>
  sql(
    `UPDATE snitches SET rescheduled_at = COALESCE($2, rescheduled_at), ${ASSIGNED.join(", ")} WHERE id = $1`,
    [id, rescheduledAt, ...Object.values(COLUMNS).map(({ property }) => columns[property])],
  );
