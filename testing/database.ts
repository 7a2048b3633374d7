import { remember } from "@epic-web/remember";
import type { TestProject } from "vitest/node";
import { buildDatabaseUrl, createDatabase, withClient } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";
import { bundle } from "@/scripts/bundle.mjs";
import { install } from "@/scripts/install.mjs";
import { buildTemplateName, dropDatabases } from "@/testing/drop-databases";
import { LISTENER } from "@/testing/empty-database";
import { databasePrefix, openTestServer } from "@/testing/test-server";

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

/** Runs for each project of a test run that uses the database; they share it. Returns a function that removes everything. */
export default async function prepare(project: TestProject) {
  const { serverUrl, prefix, compiled, close } = await remember("tattle.test-database", open);
  project.provide("compiled", compiled);
  project.provide("serverUrl", serverUrl);
  project.provide("databasePrefix", prefix);
  return close;
}

/** Creates a migrated template database on the server of DATABASE_URL, or on a new one. */
async function open() {
  await install();
  const compiled = await bundle();
  const { url: serverUrl, close } = await openTestServer(process.env.DATABASE_URL);
  const prefix = databasePrefix();
  await createDatabase(serverUrl, buildTemplateName(prefix));
  const templateUrl = buildDatabaseUrl(serverUrl, buildTemplateName(prefix));
  await migrate(templateUrl);
  await withClient(templateUrl, (client) => client.query(LISTENER));
  let closing: Promise<void> | undefined;
  return {
    serverUrl,
    prefix,
    compiled,
    close() {
      closing ??= dropDatabases(serverUrl, prefix).then(close);
      return closing;
    },
  };
}
