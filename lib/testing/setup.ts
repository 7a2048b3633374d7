import { inject } from "vitest";
import { createDatabase, urlOf } from "@/lib/platform/postgres-server";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { dropDatabases, templateOf } from "./drop-databases";

// A sweep changes the whole database, so each test file has its own. This runs before the file imports anything that reads
// DATABASE_URL. Vitest runs each file in its own process, whose id is unique while it runs.
const serverUrl = inject("serverUrl");
const prefix = `${inject("databasePrefix")}_file_`;
await dropDatabases(
  serverUrl,
  prefix,
  (name) => processStartTime(Number(name.slice(prefix.length))) === null,
);
const name = `${prefix}${process.pid}`;
await createDatabase(serverUrl, name, templateOf(inject("databasePrefix")));
process.env.DATABASE_URL = urlOf(serverUrl, name);
