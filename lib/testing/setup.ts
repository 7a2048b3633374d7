import { inject } from "vitest";
import { birthOf } from "@/lib/platform/process-start-time.mjs";
import { createDatabase, urlOf } from "@/scripts/database";
import { dropDatabases } from "@/scripts/throwaway";
import { templateOf } from "./database";

// A sweep changes the whole database, so each test file has its own. This runs before the file imports anything that reads
// DATABASE_URL. Vitest runs each file in its own process, whose id is unique while it runs.
const serverUrl = inject("serverUrl");
const prefix = `${inject("databasePrefix")}_file_`;
await dropDatabases(serverUrl, prefix, (name) => birthOf(Number(name.slice(prefix.length))) === null);
const name = `${prefix}${process.pid}`;
await createDatabase(serverUrl, name, templateOf(inject("databasePrefix")));
process.env.DATABASE_URL = urlOf(serverUrl, name);
