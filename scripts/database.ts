import path from "node:path";
import pg from "pg";
import { atEnd } from "./ending.mjs";
import { startPostgres } from "./postgres";
import { step } from "./progress.mjs";
import { Stop } from "./stop.mjs";

const NAME = "tattle";
const TIMEOUT_MS = 5_000;

export type Database = { url: string; stop: () => Promise<void> };

type Opening = {
  /** Whether somebody else uses the server when we are done: then it is left running. */
  isInUse?: () => boolean;
  /** Whether the server is started again when it dies. */
  lasting?: boolean;
};

/**
 * The database that DATABASE_URL names, else the embedded one under the data folder, running and ready to migrate.
 */
export async function openDatabase(
  databaseUrl: string | undefined,
  dataDir: string,
  { isInUse = () => false, lasting = false }: Opening = {},
): Promise<Database> {
  if (databaseUrl) {
    await proveReachable(databaseUrl);
    return { url: databaseUrl, stop: async () => {} };
  }
  return step("Starting Postgres", async () => {
    const starting = startPostgres(path.join(dataDir, "postgres"));
    const stop = atEnd(async () => {
      const started = await starting.catch(() => null);
      if (!isInUse()) await started?.stop();
    });
    const { url, folder, keepAlive } = await starting;
    if (lasting) atEnd(keepAlive());
    if (!folder.startsWith(dataDir)) console.log(`Postgres keeps its data in ${folder}.`);
    await createDatabase(url("postgres"), NAME);
    return { url: url(NAME), stop };
  });
}

/** Creates the database on that server unless it exists; from a template, if one is named. */
export async function createDatabase(serverUrl: string, name: string, template?: string) {
  await onServer(serverUrl, async (client) => {
    const { rowCount } = await client.query("SELECT 1 FROM pg_database WHERE datname = $1", [name]);
    if (!rowCount)
      await client.query(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"` : ""}`);
  });
}

export async function dropDatabase(serverUrl: string, name: string) {
  await onServer(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
}

/** The same server, another database. */
export function urlOf(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  return url.href;
}

export async function onServer<Result>(
  url: string,
  work: (client: pg.Client) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Stops with one line that names what is wrong with DATABASE_URL, and never shows its password. */
export async function proveReachable(databaseUrl: string) {
  try {
    await onServer(databaseUrl, (client) => client.query("SELECT 1"));
  } catch (thrown) {
    throw new Stop(`DATABASE_URL: ${reasonOf(thrown as Error & { code?: string }, new URL(databaseUrl))}`);
  }
}

function reasonOf({ code, message }: { code?: string; message: string }, url: URL): string {
  const name = decodeURIComponent(url.pathname.slice(1));
  const place = `${url.hostname}:${url.port || 5432}`;
  const reasons: Record<string, string> = {
    "28P01": `the Postgres at ${place} refuses the password of “${url.username}”. Correct the user or the password in it.`,
    "28000": `the Postgres at ${place} does not let “${url.username}” in. Correct the user in it, or the server's pg_hba.conf.`,
    "3D000": `the Postgres at ${place} has no database “${name}”. Create it (createdb ${name}), or name another.`,
  };
  return (
    (code && reasons[code]) ||
    `no Postgres answers at ${place} (${code ?? message}). Start it, correct the address, or unset DATABASE_URL to use the embedded one.`
  );
}
