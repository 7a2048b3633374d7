import type { TestProject } from "vitest/node";
import { createDatabase, urlOf, withClient } from "@/lib/platform/postgres-server";
import { dropDatabases, templateOf } from "@/lib/testing/drop-databases";
import { databasePrefix, openTestServer } from "@/lib/testing/test-server";
import { migrate } from "@/prisma/migrate";
import { bundle } from "@/scripts/bundle.mjs";
import { install } from "@/scripts/install.mjs";

declare module "vitest" {
  export interface ProvidedContext {
    /** The URL of a database of the server that the tests use. */
    serverUrl: string;
    /** The prefix of all databases of this test run. */
    databasePrefix: string;
    /** Where the compiled processes are, as they run in production. */
    compiled: string;
  }
}

/**
 * Runs once per test run. Creates a migrated template database on the server of DATABASE_URL, or on a new one. Returns a
 * function that removes everything.
 */
export default async function prepare(project: TestProject) {
  await install();
  project.provide("compiled", await bundle());
  const { url: serverUrl, close } = await openTestServer(process.env.DATABASE_URL);
  const prefix = databasePrefix();
  project.provide("serverUrl", serverUrl);
  project.provide("databasePrefix", prefix);
  await createDatabase(serverUrl, templateOf(prefix));
  const templateUrl = urlOf(serverUrl, templateOf(prefix));
  await migrate(templateUrl);
  // Without a listener no snitch is called missing. Tests of listeners delete this one, which listens at any time.
  await withClient(templateUrl, (client) =>
    client.query(
      "INSERT INTO listeners (id, owner, since, seen_at) VALUES (0, 'tests', '-infinity', 'infinity')",
    ),
  );

  return async () => {
    await dropDatabases(serverUrl, prefix);
    await close();
  };
}
