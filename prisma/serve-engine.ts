import { readFile } from "node:fs/promises";
import { createInterface } from "node:readline";
import { parseArgs } from "node:util";
import { buildDatabaseUrl, checkDatabase, createDatabase } from "@/lib/platform/postgres-server";
import { openTestServer } from "@/testing/test-server";
import { openEngine, panicMessage, type SchemaFile } from "./engine";

/** The arguments that Prisma gives its engine. */
const OPTIONS = {
  datasource: { type: "string" },
  datamodels: { type: "string", multiple: true },
  "enabled-preview-features": { type: "string" },
  "extension-types": { type: "string" },
  version: { type: "boolean" },
} as const;

/** Prisma's codes for a database that cannot be reached, and for one that does not exist, which Prisma then creates. */
const UNREACHABLE = "P1001";
const NO_DATABASE = "P1003";

type Engine = Awaited<ReturnType<typeof openEngine>>["open"];
type Method = (params: unknown) => Promise<unknown>;
type Request = { id: number; method?: string; params?: unknown };

/**
 * Responds to Prisma's command line as its native schema engine does: JSON-RPC, one message in a line. The same engine as
 * WebAssembly does the work.
 */
export async function serveEngine(args: string[]) {
  const { values, positionals } = parseArgs({ args, options: OPTIONS, allowPositionals: true });
  if (values.version) return console.log("schema-engine (WebAssembly)");
  const { url = "" } = JSON.parse(values.datasource ?? "{}") as { url?: string };
  if (positionals[0] === "cli") return runCommand(positionals[1], url);

  const session = openSession(url, await Promise.all((values.datamodels ?? []).map(readSchema)));
  // Prisma ends this program after the last response, and does not wait until everything is closed.
  process.on("SIGTERM", () => {});
  // A panic of the engine reaches no caller.
  process.on("uncaughtException", async (thrown) => {
    fail(panicMessage() || thrown.message);
    await session.close();
    process.exit(1);
  });
  for await (const line of createInterface({ input: process.stdin })) {
    const { id, method, params } = JSON.parse(line) as Request;
    // What has no method responds with our “print”.
    if (method) send({ id, ...(await session.answer(method, params)) });
  }
  await session.close();
}

/** Opens the engine at the first request: on the database, or without one on an empty server, which `close` removes. */
function openSession(databaseUrl: string, schemas: SchemaFile[]) {
  const opened: { close: () => Promise<void> }[] = [];
  const open = async () => {
    const server = await openTestServer(databaseUrl);
    opened.unshift(server);
    const engine = await openEngine(server.url, schemas);
    opened.unshift(engine);
    return engine.open;
  };
  let opening: Promise<Engine> | undefined;
  return {
    async answer(method: string, params: unknown) {
      try {
        opening ??= open();
        return { result: await call(await opening, method, params) };
      } catch (error) {
        const { message, code } = error as Error & { code?: string };
        return { error: { code: -32_000, message, data: { message, error_code: code, is_panic: false } } };
      }
    },
    async close() {
      for (const { close } of opened.splice(0)) await close();
    },
  };
}

async function call(engine: Engine, method: string, params: unknown) {
  const methods = engine as unknown as Record<string, Method>;
  const result = await methods[method === "getDatabaseVersion" ? "version" : method]?.call(engine, params);
  // The native engine does not return the text of a comparison, but asks Prisma to print it.
  const { stdout } = (result ?? {}) as { stdout?: string | null };
  if (stdout) send({ id: 0, method: "print", params: { content: stdout } });
  return result ?? {};
}

async function runCommand(name: string | undefined, url: string) {
  const database = decodeURIComponent(new URL(url).pathname.slice(1));
  if (name === "create-database") return createDatabase(buildDatabaseUrl(url, "postgres"), database);
  await checkDatabase(url).catch(({ message, cause }: Error & { cause?: { code?: string } }) => {
    fail(message, cause?.code === "3D000" ? NO_DATABASE : UNREACHABLE);
    process.exitCode = 1;
  });
}

const send = (message: object) => console.log(JSON.stringify({ jsonrpc: "2.0", ...message }));

/** Prisma looks for the reason of a failure in the log, from its second line on. */
function fail(message: string, code?: string) {
  const fields = { message, error_code: code };
  console.error(`\n${JSON.stringify({ level: "ERROR", target: "schema_engine::logger", fields })}`);
}

const readSchema = async (path: string): Promise<SchemaFile> => ({
  path,
  content: await readFile(path, "utf8"),
});
