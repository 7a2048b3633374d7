import { inject } from "vitest";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { createDatabase, urlOf } from "@/scripts/database";
import { dropDatabases } from "@/scripts/test-server";
import { templateOf } from "./database";

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
