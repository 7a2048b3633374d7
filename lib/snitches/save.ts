import { type ColumnType, decoded, listLiteral, rowsFrom } from "@/lib/platform/columns";
import type { Sql } from "@/lib/platform/db";
import { saveRuns, updateRuns } from "@/lib/runs/store";
import { COLUMNS, type LockedSnitch, ROUTINE_COLUMNS, RUN_STATE_COLUMNS } from "./store";
import { COPY_DEADLINE } from "./watch-at";

/** More routine check-ins in a batch are a rush: to write the indexes takes as long as all else that Postgres does for a check-in. */
const MAX_INDEXED_AT_ONCE = 8;

type Column = readonly [property: keyof LockedSnitch, column: string, type: ColumnType];

/** A function that saves these columns of locked snitches in one statement, which writes no index if `isRush`. */
function createSave(columns: readonly Column[]) {
  const parameters: Column[] = [["id", "id", "uuid"], ...columns];
  const assignments = columns.map(([, column, type]) => `"${column}" = ${decoded(`n."${column}"`, type)}`);
  const rows = rowsFrom(parameters.map(([, column, type]) => [column, type] as const));
  const update = (set: string[]) => `UPDATE snitches s SET ${set.join(", ")} FROM ${rows} WHERE s.id = n.id`;
  const [withIndexes, withoutIndexes] = [update([...assignments, COPY_DEADLINE]), update(assignments)];
  return async (sql: Sql, snitches: LockedSnitch[], isRush = false): Promise<void> => {
    if (snitches.length === 0) return;
    const lists = parameters.map(([property, , type]) =>
      listLiteral(
        type,
        snitches.map((snitch) => snitch[property]),
      ),
    );
    await sql(isRush ? withoutIndexes : withIndexes, lists);
  };
}

const DEFERRED = ["deferredSince", "deferred_since", "time"] as const satisfies Column;

const saveAll = createSave(COLUMNS);
const savePlain = createSave(ROUTINE_COLUMNS);
const saveWithRuns = createSave([...ROUTINE_COLUMNS, ...RUN_STATE_COLUMNS]);
const saveWithDeferred = createSave([...ROUTINE_COLUMNS, ...RUN_STATE_COLUMNS, DEFERRED]);

/** Saves the new state of locked snitches, and not their runs. */
export const saveSnitches = (sql: Sql, snitches: LockedSnitch[]): Promise<void> => saveAll(sql, snitches);

/**
 * Saves what routine check-ins have changed, and the runs, at less than half the cost of `saveSnitches`. In a rush, the
 * deadlines are indexed later (see `watch-at.ts`).
 */
export async function saveRoutine(sql: Sql, snitches: LockedSnitch[]): Promise<void> {
  const isRush = snitches.length > MAX_INDEXED_AT_ONCE;
  const withRuns = snitches.filter(hasRuns);
  await Promise.all([
    savePlain(
      sql,
      snitches.filter((snitch) => !hasRuns(snitch)),
      isRush,
    ),
    saveWithRuns(sql, withRuns, isRush),
    saveChangedRuns(sql, withRuns),
  ]);
}

/** Saves what routine check-ins change, and since when check-ins are deferred. Their deadlines are indexed later. */
export async function saveDeferred(sql: Sql, snitches: LockedSnitch[]): Promise<void> {
  await Promise.all([saveWithDeferred(sql, snitches, true), saveChangedRuns(sql, snitches)]);
}

const hasRuns = ({ lastRunId, signalCount }: LockedSnitch) => lastRunId !== null || signalCount > 0;

/** Saves the runs of locked snitches that have changed. */
export async function saveChangedRuns(sql: Sql, snitches: LockedSnitch[]): Promise<void> {
  const rows = snitches.flatMap((snitch) =>
    snitch.runs === snitch.storedRuns
      ? []
      : snitch.runs.flatMap((run) =>
          snitch.storedRuns.includes(run)
            ? []
            : [{ snitchId: snitch.id, run, isStored: snitch.storedRuns.some(({ id }) => id === run.id) }],
        ),
  );
  await Promise.all([
    saveRuns(
      sql,
      rows.filter(({ isStored }) => !isStored),
    ),
    updateRuns(
      sql,
      rows.filter(({ isStored }) => isStored),
    ),
  ]);
}
