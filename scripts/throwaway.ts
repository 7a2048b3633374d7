import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { birthOf } from "@/lib/platform/process-start-time.mjs";
import { dropDatabase, onServer, proveReachable } from "./database";
import { removePostgres, startPostgres } from "./postgres";

/** The number of the process that the server is for follows. */
const SERVER = ".data/test/postgres-";

/** The server that tests make their databases on: that of DATABASE_URL, or one of our own that `close` removes. */
export async function openTestServer(given: string | undefined) {
  if (given) {
    await proveReachable(given);
    return { url: given, close: async () => {} };
  }
  await removeAbandoned();
  const { url, remove } = await startPostgres(`${SERVER}${process.pid}`, { durable: false });
  return { url: url("postgres"), close: remove };
}

/** A run that was killed could not remove its server. */
async function removeAbandoned() {
  const folder = path.dirname(SERVER);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = Number(name.slice(path.basename(SERVER).length));
    if (pid && birthOf(pid) === null) await removePostgres(path.join(folder, name));
  }
}

/** How the names of this run's databases begin, on a server that may be shared with other runs. */
export const databasePrefix = () =>
  process.env.TEST_DATABASE_PREFIX ?? `tattle_test_${process.pid.toString(36)}${Date.now().toString(36)}`;

/** Drops the databases whose names begin so, all or some of them. */
export async function dropDatabases(serverUrl: string, prefix: string, isWanted = (_name: string) => true) {
  const names = await onServer(serverUrl, async (client) => {
    const { rows } = await client.query("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [
      prefix,
    ]);
    return rows.map(({ datname }) => String(datname));
  });
  for (const name of names.filter(isWanted)) await dropDatabase(serverUrl, name);
}
