import { readdir, readFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";
import { withClient } from "@/lib/platform/postgres-server";

/** Relative to the working directory, because the compiled file is in another folder. All our programs run in the root. */
const HERE = path.resolve("prisma");
const MIGRATIONS = path.join(HERE, "migrations");
const FILTERS = { externalTables: [], externalEnums: [] };

/** Postgres' advisory lock that lets only one process migrate at a time. Spells TATL. */
const LOCK_ID = 0x5441544c;

const readSchema = async () => ({
  path: "schema.prisma",
  content: await readFile(path.join(HERE, "schema.prisma"), "utf8"),
});

/** Imported only when there is something to migrate or to compare, because the engine takes 20 MB. */
const openEngine = async (databaseUrl: string) =>
  (await import("./engine")).openEngine(databaseUrl, [await readSchema()]);

/** The migrations that this version knows, oldest first. */
export const listMigrations = async () =>
  (await readdir(MIGRATIONS)).filter((name) => /^\d{14}_/.test(name)).sort();

/**
 * Applies all migrations, or only the named ones, that the database does not have yet. Returns the names of those that it
 * applied. Safe to call from several processes at the same time.
 */
export async function migrate(databaseUrl: string, only?: string[]): Promise<string[]> {
  const lockClient = new pg.Client({ connectionString: databaseUrl });
  await lockClient.connect();
  try {
    await lockClient.query("SELECT pg_advisory_lock($1)", [LOCK_ID]);
    const names = (await listMigrations()).filter((name) => only?.includes(name) ?? true);
    if (await areApplied(lockClient, names)) return [];
    const migrationDirectories = await Promise.all(
      names.map(async (name) => {
        const value = await readFile(path.join(MIGRATIONS, name, "migration.sql"), "utf8");
        return {
          path: name,
          migrationFile: { path: "migration.sql", content: { tag: "ok" as const, value } },
        };
      }),
    );
    const { open, close } = await openEngine(databaseUrl);
    try {
      const { appliedMigrationNames } = await open.applyMigrations({
        migrationsList: {
          baseDir: MIGRATIONS,
          lockfile: { path: "migration_lock.toml", content: null },
          shadowDbInitScript: "",
          migrationDirectories,
        },
        filters: FILTERS,
      });
      return appliedMigrationNames;
    } finally {
      await close();
    }
  } finally {
    await lockClient.end();
  }
}

/** True if there is nothing to migrate. Makes nothing, and does not wait for another process that migrates. */
export const isMigrated = async (databaseUrl: string): Promise<boolean> => {
  const names = await listMigrations();
  return withClient(databaseUrl, (client) => areApplied(client, names));
};

/** True if the database has all of these migrations, and none that failed. */
async function areApplied(client: pg.Client, names: string[]): Promise<boolean> {
  const { rows: tables } = await client.query("SELECT 1 WHERE to_regclass('_prisma_migrations') IS NOT NULL");
  if (tables.length === 0) return false;
  const { rows } = await client.query<{ name: string; isFinished: boolean }>(
    `SELECT migration_name AS name, finished_at IS NOT NULL AS "isFinished" FROM _prisma_migrations
     WHERE rolled_back_at IS NULL`,
  );
  const applied = new Set(rows.map(({ name }) => name));
  return rows.every(({ isFinished }) => isFinished) && names.every((name) => applied.has(name));
}

/** The SQL that changes this database to what `schema.prisma` describes; empty if they agree. */
export async function differences(databaseUrl: string): Promise<string> {
  const { open, close } = await openEngine(databaseUrl);
  try {
    const { stdout } = await open.diff({
      from: { tag: "schemaDatasource", files: [await readSchema()], configDir: HERE },
      to: { tag: "schemaDatamodel", files: [await readSchema()] },
      script: true,
      exitCode: null,
      filters: FILTERS,
    });
    const sql = stdout ?? "";
    return /^\s*(-- This is an empty migration\.)?\s*$/.test(sql) ? "" : sql;
  } finally {
    await close();
  }
}
