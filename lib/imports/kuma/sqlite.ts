import type { Database, Statement } from "sql.js";

export type Sqlite = {
  /** The first rows of a table, by column; null if there is no such table, or it cannot be read. */
  readTable: (table: string, limit: number) => Record<string, unknown>[] | null;
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
  return {
    readTable: (table, limit) => readTable(database, table, limit, file.length),
    close: () => database.close(),
  };
}

/** The operations of a program that copies the rows of a plain table, and computes nothing. */
const COPYING = new Set([
  "Init",
  "Transaction",
  "Goto",
  "Integer",
  "OpenRead",
  "Rewind",
  "Rowid",
  "Column",
  "RealAffinity",
  "ResultRow",
  "DecrJumpZero",
  "Next",
  "Halt",
]);

/** A view, a virtual table or a computed column of a prepared file could compute for ever. */
function onlyCopies(database: Database, query: string): boolean {
  const [program] = database.exec(`EXPLAIN ${query}`);
  const column = program?.columns.indexOf("opcode") ?? -1;
  return program?.values.every((line) => COPYING.has(String(line[column]))) ?? false;
}

function readTable(database: Database, table: string, limit: number, maxSize: number) {
  const query = `SELECT * FROM "${table}" LIMIT ${limit}`;
  try {
    return onlyCopies(database, query) ? readRows(database.prepare(query), maxSize) : null;
  } catch {
    // SQLite says in many words that a file is damaged.
    return null;
  }
}

/** In a prepared file, the same bytes can be part of many rows, which together are too much for the memory. */
function readRows(statement: Statement, maxSize: number) {
  const rows: Record<string, unknown>[] = [];
  for (let size = 0; statement.step(); ) {
    const row = statement.getAsObject();
    for (const value of Object.values(row)) size += sizeOf(value);
    if (size > maxSize) return null;
    rows.push(row);
  }
  return rows;
}

const sizeOf = (value: unknown) =>
  typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
