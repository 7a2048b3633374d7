import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { createRequire } from "node:module";
import path from "node:path";
import { fileURLToPath } from "node:url";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import pg from "pg";

const HERE = path.dirname(fileURLToPath(import.meta.url));
const MIGRATIONS = path.join(HERE, "migrations");
const FILTERS = { externalTables: [], externalEnums: [] };

/** Spells TATL: one process migrates at a time. */
const LOCK = 0x5441544c;

/** Postgres' one-letter type of catalogue columns, and `text`. */
const CHAR_OID = 18;
const TEXT_OID = 25;

class MigrationAdapter extends PrismaPg {
  private readonly pools: pg.Pool[] = [];

  /** The engine forgets its connections without closing them, and with them a lock that the next migration waits for. */
  async close() {
    await Promise.all(this.pools.splice(0).map((pool) => pool.end()));
  }

  override async connect() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    this.pools.push(pool);

    // The adapter splits a script at every semicolon, which breaks functions and quoted text; Postgres needs no help.
    adapter.executeScript = async (script) => {
      await pool.query(script);
    };

    // The engine reads columns of a type that the adapter refuses: it is shown `text`, the engine a character.
    const letters = new WeakMap<object, number[]>();
    const query = pool.query.bind(pool) as (...given: unknown[]) => Promise<pg.QueryResult>;
    pool.query = (async (...given: unknown[]) => {
      const result = await query(...given);
      const found = (result.fields ?? []).flatMap(({ dataTypeID }, i) =>
        dataTypeID === CHAR_OID ? [i] : [],
      );
      for (const i of found) Object.assign(result.fields[i] ?? {}, { dataTypeID: TEXT_OID });
      if (found.length > 0) letters.set(result.rows, found);
      return result;
    }) as typeof pool.query;
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (sql) => {
      const result = await queryRaw(sql);
      for (const i of letters.get(result.rows) ?? []) result.columnTypes[i] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }
}

let loaded = false;

/** Prisma's own schema engine, as WebAssembly: the native one has to be downloaded. */
async function openEngine(databaseUrl: string) {
  if (!loaded) {
    const script = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
    const { instance } = await WebAssembly.instantiate(await readFile(script.replace(/\.js$/, ".wasm")), {
      "./schema_engine_bg.js": engine as unknown as WebAssembly.ModuleImports,
    });
    engine.__wbg_set_wasm(instance.exports);
    (instance.exports.__wbindgen_start as () => void)();
    loaded = true;
  }
  const adapter = new MigrationAdapter({ connectionString: databaseUrl });
  const { path: name, content } = await schema();
  const factory = bindMigrationAwareSqlAdapterFactory(adapter);
  const open = await engine.SchemaEngine.new({ datamodels: [[name, content]] }, () => {}, factory);
  const close = async () => {
    open.free();
    await adapter.close();
  };
  return { open, close };
}

const schema = async () => ({
  path: "schema.prisma",
  content: await readFile(path.join(HERE, "schema.prisma"), "utf8"),
});

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

/** The SQL that would turn this database into what `schema.prisma` describes; empty when they agree. */
export async function differences(databaseUrl: string): Promise<string> {
  const { open, close } = await openEngine(databaseUrl);
  try {
    const { stdout } = await open.diff({
      from: { tag: "schemaDatasource", files: [await schema()], configDir: HERE },
      to: { tag: "schemaDatamodel", files: [await schema()] },
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
async function draft(databaseUrl: string, name: string) {
  const stamp = new Date().toISOString().replace(/\D/g, "").slice(0, 14);
  const folder = path.join(MIGRATIONS, `${stamp}_${name}`);
  await mkdir(folder, { recursive: true });
  await writeFile(path.join(folder, "migration.sql"), await differences(databaseUrl));
  console.log(`Drafted ${path.relative(process.cwd(), folder)}/migration.sql`);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const url = process.env.DATABASE_URL;
  if (!url) {
    console.error("DATABASE_URL is not set: name the database to migrate. `npm start` migrates its own.");
    process.exit(1);
  }
  const [command, name] = process.argv.slice(2);
  if (command === "draft" && name) await draft(url, name);
  else
    console.log(
      (await migrate(url)).map((applied) => `Applied ${applied}`).join("\n") || "Nothing to migrate.",
    );
  process.exit(0);
}
