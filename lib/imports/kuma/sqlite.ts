import type { Database } from "sql.js";

export type Sqlite = {
  /** The first rows of a table, by column; null if there is no such table, or it cannot be read. */
  rowsOf: (table: string, limit: number) => Record<string, unknown>[] | null;
  close: () => void;
};

const MAGIC = "SQLite format 3\0";

/** In the header: the versions of the format for writing and for reading. 1 is a file without a write-ahead log. */
const FORMAT_VERSIONS = 18;

/** Opens the file of a SQLite database for reading; null if it is none. */
export async function openSqlite(file: Uint8Array): Promise<Sqlite | null> {
  if (Buffer.from(file.subarray(0, MAGIC.length)).toString("latin1") !== MAGIC) return null;
  const copy = new Uint8Array(file);
  // SQLite in WebAssembly has no shared memory, so it opens only files without a write-ahead log.
  copy.set([1, 1], FORMAT_VERSIONS);
  // Imported here, because nothing else needs its memory.
  const { default: initSqlJs } = await import("sql.js");
  const { Database } = await initSqlJs();
  const database = new Database(copy);
  return { rowsOf: (table, limit) => rowsOf(database, table, limit), close: () => database.close() };
}

/** A view, a virtual table or a computed column of a prepared file could compute for ever: only plain tables are read. */
const PLAIN_TABLE = "SELECT sql FROM sqlite_master WHERE type = 'table' AND name = ? AND rootpage > 0";

function rowsOf(database: Database, table: string, limit: number) {
  try {
    const [found] = database.exec(PLAIN_TABLE, [table]);
    const sql = String(found?.values[0]?.[0] ?? "");
    if (!/^CREATE TABLE/i.test(sql) || /\bAS\s*\(/i.test(sql)) return null;
    const [result] = database.exec(`SELECT * FROM "${table}" LIMIT ${limit}`);
    if (!result) return [];
    const { columns, values } = result;
    return values.map((row) => Object.fromEntries(columns.map((column, index) => [column, row[index]])));
  } catch {
    // SQLite says in many words that a file is damaged.
    return null;
  }
}
