import pg from "pg";
import { UserError } from "@/lib/platform/user-error.mjs";

const TIMEOUT_MS = 5_000;

/** Connects to a database, runs the work, and disconnects. */
export async function withClient<T>(url: string, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: TIMEOUT_MS });
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end();
  }
}

/** From this version on, a copy goes through the log by default. Before, there was no choice. */
const HAS_STRATEGIES = 150_000;

/** Creates a database on the server, optionally as a copy of a template, unless it exists. */
export async function createDatabase(serverUrl: string, name: string, template?: string) {
  await withClient(serverUrl, async (client) => {
    const { rows } = await client.query<{ version: number; exists: boolean }>(
      `SELECT current_setting('server_version_num')::int AS version,
         EXISTS (SELECT FROM pg_database WHERE datname = $1) AS exists`,
      [name],
    );
    const [{ version, exists } = { version: 0, exists: false }] = rows;
    if (exists) return;
    // Copied as files, a small template takes a third of the time.
    const strategy = version >= HAS_STRATEGIES ? " STRATEGY FILE_COPY" : "";
    await client.query(`CREATE DATABASE "${name}"${template ? ` TEMPLATE "${template}"${strategy}` : ""}`);
  });
}

export async function dropDatabase(serverUrl: string, name: string) {
  await withClient(serverUrl, (client) => client.query(`DROP DATABASE IF EXISTS "${name}" WITH (FORCE)`));
}

/** The URL of another database on the same server. */
export function buildDatabaseUrl(serverUrl: string, name: string): string {
  return Object.assign(new URL(serverUrl), { pathname: `/${name}` }).href;
}

/** Throws one line that says what is wrong with DATABASE_URL, without its password. */
export async function checkDatabase(databaseUrl: string) {
  await withClient(databaseUrl, async () => {}).catch((cause: Error & { code?: string }) => {
    const { code, message } = cause;
    const { hostname, port, username, pathname } = new URL(databaseUrl);
    const server = `${hostname}:${port || 5432}`;
    const name = decodeURIComponent(pathname.slice(1));
    const reasons: Record<string, string> = {
      "28P01": `the Postgres at ${server} rejects the password of “${username}”. Correct the user or the password in it.`,
      "28000": `the Postgres at ${server} doesn’t allow “${username}” to connect. Correct the user in it, or the server’s pg_hba.conf.`,
      "3D000": `the Postgres at ${server} has no database “${name}”. Create it (createdb ${name}), or name another.`,
    };
    const unreachable = `no Postgres server is responding at ${server} (${code ?? message}). Start it, correct the address, or unset DATABASE_URL to use the embedded one.`;
    throw Object.assign(new UserError(`DATABASE_URL: ${reasons[code ?? ""] ?? unreachable}`), { cause });
  });
}
