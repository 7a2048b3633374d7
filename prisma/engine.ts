import { readFile } from "node:fs/promises";
import { createRequire } from "node:module";
import { PrismaPg } from "@prisma/adapter-pg";
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from "@prisma/driver-adapter-utils";
import * as engine from "@prisma/schema-engine-wasm/schema_engine_bg";
import type pg from "pg";

/** Postgres' one-letter type of catalogue columns, and `text`. */
const CHAR_OID = 18;
const TEXT_OID = 25;

export type SchemaFile = { path: string; content: string };

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
export async function openEngine(databaseUrl: string, schema: SchemaFile) {
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
  const factory = bindMigrationAwareSqlAdapterFactory(adapter);
  const open = await engine.SchemaEngine.new(
    { datamodels: [[schema.path, schema.content]] },
    () => {},
    factory,
  );
  const close = async () => {
    open.free();
    await adapter.close();
  };
  return { open, close };
}
