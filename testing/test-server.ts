import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import { removePostgres, startPostgres } from "@/lib/platform/embedded-postgres/start";
import { checkDatabase } from "@/lib/platform/postgres-server";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";

/** The id of the process that uses the server follows. */
const FOLDER = ".data/test/postgres-";
const ORPHAN = /^postgres-(\d+)$/;

/** The server for test databases: that of DATABASE_URL, or a new one, which `close` removes. */
export async function openTestServer(databaseUrl: string | undefined) {
  if (databaseUrl) {
    await checkDatabase(databaseUrl);
    return { url: databaseUrl, close: async () => {} };
  }
  await removeOrphans();
  const { url, remove } = await startPostgres(`${FOLDER}${process.pid}`, { durable: false });
  return { url: url("postgres"), close: remove };
}

/** Removes the servers of test runs that were killed. */
async function removeOrphans() {
  const folder = path.dirname(FOLDER);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    // Tests keep other things there, whose names may end with the id of a process, too.
    const [, pid = ""] = ORPHAN.exec(name) ?? [];
    if (pid && processStartTime(Number(pid)) === null) await removePostgres(path.join(folder, name));
  }
}

/** The names of this run's databases start with it, because other runs may use the same server. */
export const databasePrefix = () =>
  process.env.TEST_DATABASE_PREFIX ?? `tattle_test_${process.pid.toString(36)}${Date.now().toString(36)}`;
