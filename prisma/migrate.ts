import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import pg from "pg";

/** Compiled, this file is elsewhere; every program of ours runs in the folder of the clone. */
const HERE = path.resolve("prisma");
const MIGRATIONS = path.join(HERE, "migrations");
const FILTERS = { externalTables: [], externalEnums: [] };

/** Spells TATL: one process migrates at a time. */
const LOCK = 0x5441544c;

const readSchema = async () => ({
  path: "schema.prisma",
  content: await readFile(path.join(HERE, "schema.prisma"), "utf8"),
});

/** The schema engine, imported only where it has work: it takes 20 MB. */
const openEngine = async (databaseUrl: string) =>
  (await import("./engine")).openEngine(databaseUrl, await readSchema());

/** The migrations that this version knows, oldest first. */
export const listMigrations = async () =>
  (await readdir(MIGRATIONS)).filter((name) => /^\d{14}_/.test(name)).sort();

/**
 * Brings the database up to the newest migration, or through these only, and returns the names of those it applied.
 */
export async function migrate(databaseUrl: string, only?: string[]): Promise<string[]> {
  const guard = new pg.Client({ connectionString: databaseUrl });
  await guard.connect();
  try {
    await guard.query("SELECT pg_advisory_lock($1)", [LOCK]);
    const names = (await listMigrations()).filter((name) => only?.includes(name) ?? true);
    if (await areApplied(guard, names)) return [];
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
    await guard.end();
  }
}

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

/** The SQL that would turn this database into what `schema.prisma` describes; empty when they agree. */
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

/** Writes the first draft of a migration: edit it before it is committed. */
export async function draft(databaseUrl: string, name: string) {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(MIGRATIONS, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "migration.sql"), await differences(databaseUrl));
  console.log(`Drafted ${path.relative(process.cwd(), folder)}/migration.sql`);
}
