import { expect, inject } from "vitest";
import { buildDatabaseUrl, createDatabase } from "@/lib/platform/postgres-server";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { buildTemplateName, dropDatabases } from "./drop-databases";
import { emptyDatabase } from "./empty-database";

// Runs before each test file, and before the file imports anything that reads DATABASE_URL. A process has one database, a copy
// of the template, which is emptied before each further file. The id of a process is unique while it runs.
const serverUrl = inject("serverUrl");
const prefix = `${inject("databasePrefix")}_process_`;
const name = `${prefix}${process.pid}`;
const databaseUrl = buildDatabaseUrl(serverUrl, name);
// The threads that parse files run as in production.
process.env.TATTLE_COMPILED = inject("compiled");
if (process.env.DATABASE_URL === databaseUrl) {
  await emptyDatabase(databaseUrl);
} else {
  await dropDatabases(
    serverUrl,
    prefix,
    (name) => processStartTime(Number(name.slice(prefix.length))) === null,
  );
  await createDatabase(serverUrl, name, buildTemplateName(inject("databasePrefix")));
  process.env.DATABASE_URL = databaseUrl;
  // Vitest names the test only for a rejection with an error.
  process.on("unhandledRejection", (reason) => {
    if (reason !== undefined) return;
    const { testPath, currentTestName } = expect.getState();
    console.error(`Rejected with nothing: ${testPath}, ${currentTestName}`);
  });
}
