import { inject } from "vitest";
import { createDatabase, urlOf } from "@/lib/platform/postgres-server";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { templateOf } from "./database";
import { dropDatabases } from "./test-server";

// A sweep is global, so no two files share a database. This runs before the file imports anything that reads DATABASE_URL.
// Vitest gives each file a process; its number, unlike that of its worker, is nobody else's while it lives.
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
