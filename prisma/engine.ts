import { randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";
import { buildDatabaseUrl, createDatabase, dropDatabase } from "@/lib/platform/postgres-server";

/** The Postgres types `"char"` (one character, used in the system catalogs) and `text`. */
const CHAR_OID = 18;
const TEXT_OID = 25;

const DEADLOCK = "40P01";

export type SchemaFile = { path: string; content: string };

class MigrationAdapter extends PrismaPg {
  private readonly pools: pg.Pool[] = [];

  constructor(private readonly databaseUrl: string) {
    super({ connectionString: databaseUrl });
  }

  /** Closes the connections that the engine leaves open. Otherwise they keep a lock that the next migration waits for. */
  async close() {
    await Promise.all(this.pools.splice(0).map((pool) => pool.end()));
  }

  override async connect() {
    const adapter = await super.connect();
    const pool = adapter.underlyingDriver();
    this.pools.push(pool);

    // The adapter would split the script at every semicolon, which breaks functions and quoted text.
    adapter.executeScript = async (script) => {
      await pool.query(script).catch((error: Error & { code?: string }) => {
        if (error.code !== DEADLOCK) throw error;
        // Nothing of it was applied. A version that runs locks snitches before anything else: now this does, too.
        return pool.query(`LOCK TABLE snitches;\n${script}`);
      });
    };

    // The engine reads `"char"` columns, which the adapter refuses. The adapter gets `text`, and the engine a character.
    const charColumns = new WeakMap<object, number[]>();
    const query = pool.query.bind(pool) as (...args: unknown[]) => Promise<pg.QueryResult>;
    pool.query = (async (...args: unknown[]) => {
      const result = await query(...args);
      const indexes = (result.fields ?? []).flatMap(({ dataTypeID }, i) =>
        dataTypeID === CHAR_OID ? [i] : [],
      );
      for (const i of indexes) Object.assign(result.fields[i] ?? {}, { dataTypeID: TEXT_OID });
      if (indexes.length > 0) charColumns.set(result.rows, indexes);
      return result;
    }) as typeof pool.query;
    const queryRaw = adapter.queryRaw.bind(adapter);
    adapter.queryRaw = async (sql) => {
      const result = await queryRaw(sql);
      for (const i of charColumns.get(result.rows) ?? []) result.columnTypes[i] = ColumnTypeEnum.Character;
      return result;
    };
    return adapter;
  }

  /** An empty database of its own. Prisma's method would connect to the database of the URL, where migrations then ran. */
  override async connectToShadowDb() {
    const name = `prisma_migrate_shadow_db_${randomUUID()}`;
    await createDatabase(this.databaseUrl, name);
    const shadow = new MigrationAdapter(buildDatabaseUrl(this.databaseUrl, name));
    const adapter = await shadow.connect();
    adapter.dispose = async () => {
      await shadow.close();
      await dropDatabase(this.databaseUrl, name);
    };
    return adapter;
  }
}

/** The engine calls it before a panic, whose own error says only “unreachable”. */
const panics = {
  message: "",
  set_message(message: string) {
    this.message = message;
  },
};

export const panicMessage = () => panics.message;

let loaded = false;

async function load() {
  if (loaded) return;
  Object.assign(globalThis, { PRISMA_WASM_PANIC_REGISTRY: panics });
  const script = createRequire(import.meta.url).resolve("@prisma/schema-engine-wasm/schema_engine_bg");
  const { instance } = await WebAssembly.instantiate(await readFile(script.replace(/\.js$/, ".wasm")), {
    "./schema_engine_bg.js": engine as unknown as WebAssembly.ModuleImports,
  });
  engine.__wbg_set_wasm(instance.exports);
  (instance.exports.__wbindgen_start as () => void)();
  loaded = true;
}

/** Opens Prisma's schema engine as WebAssembly, because the native engine would have to be downloaded. */
export async function openEngine(databaseUrl: string, schemas: SchemaFile[]) {
  await load();
  const adapter = new MigrationAdapter(databaseUrl);
  const factory = bindMigrationAwareSqlAdapterFactory(adapter);
  const datamodels = schemas.map(({ path, content }): [string, string] => [path, content]);
  const open = await engine.SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : undefined },
    () => {},
    factory,
  );
  const close = async () => {
    open.free();
    await adapter.close();
  };
  return { open, close };
}
