import type { Database, Statement } from "sql.js";

export type Sqlite = {
  /**
   * The first rows of a table, with those of the named columns that it has; null if there is no such table, or it cannot be read, or has
   * more than fits into memory.
   */
  readTable: (table: string, columns: string[], limit: number) => Record<string, unknown>[] | null;
  close: () => void;
};

const MAGIC = "SQLite format 3\0";

/** In the header: the versions of the format for writing and for reading. 1 is a file without a write-ahead log. */
const FORMAT_VERSIONS = 18;

/** All tables together: twice what 10,000 rows of each have. */
const MAX_VALUES = 500_000;
const MAX_HEAP_BYTES = 64 * 1024 ** 2;

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
  try {
    // Limits of a thread do not include the memory of WebAssembly.
    database.run(`PRAGMA hard_heap_limit = ${MAX_HEAP_BYTES}`);
  } catch {
    database.close();
    return null;
  }
  let valuesLeft = MAX_VALUES;
  return {
    readTable(table, columns, limit) {
      const query = { table, columns, limit, maxBytes: file.length, maxValues: valuesLeft };
      const read = readTable(database, query);
      valuesLeft -= read?.values ?? 0;
      return read?.rows ?? null;
    },
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

type Limits = { maxBytes: number; maxValues: number };
type Query = Limits & { table: string; columns: string[]; limit: number };
type Rows = { rows: Record<string, unknown>[]; values: number };

function readTable(database: Database, { table, columns, limit, ...limits }: Query): Rows | null {
  try {
    // A name that is no column would be read as a text.
    const existing = new Set(
      database.exec(`PRAGMA table_info("${table}")`)[0]?.values.map(([, name]) => name),
    );
    const read = columns.filter((column) => existing.has(column));
    if (read.length === 0) return null;
    const query = `SELECT ${read.map((column) => `"${column}"`).join()} FROM "${table}" LIMIT ${limit}`;
    return onlyCopies(database, query) ? readRows(database.prepare(query), limits) : null;
  } catch {
    // SQLite says in many words that a file is damaged.
    return null;
  }
}

/**
 * In a prepared file, the same bytes can be part of many rows, and columns that were added later have values that are in no row: together
 * they are too much for the memory.
 */
function readRows(statement: Statement, { maxBytes, maxValues }: Limits): Rows | null {
  const rows: Record<string, unknown>[] = [];
  let [bytes, values] = [0, 0];
  while (statement.step()) {
    const row = statement.getAsObject();
    for (const value of Object.values(row)) {
      bytes += sizeOf(value);
      values += 1;
    }
    if (bytes > maxBytes || values > maxValues) return null;
    rows.push(row);
  }
  return { rows, values };
}

const sizeOf = (value: unknown) =>
  typeof value === "string" || value instanceof Uint8Array ? value.length : 0;
