import { inject } from "vitest";
import { createDatabase, dropDatabase, urlOf } from "@/scripts/database";
import { templateOf } from "./database";

// A sweep is global, so no two files share a database. This runs before the file imports anything that reads DATABASE_URL.
const serverUrl = inject("serverUrl");
const prefix = inject("databasePrefix");
const name = `${prefix}_${process.env.VITEST_POOL_ID}`;
await dropDatabase(serverUrl, name);
await createDatabase(serverUrl, name, templateOf(prefix));
process.env.DATABASE_URL = urlOf(serverUrl, name);
