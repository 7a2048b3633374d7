import type { TestProject } from "vitest/node";
import { createDatabase, urlOf } from "@/lib/platform/postgres-server";
import { migrate } from "@/prisma/migrate";
import { install } from "@/scripts/install.mjs";
import { databasePrefix, dropDatabases, openTestServer } from "./test-server";

declare module "vitest" {
  export interface ProvidedContext {
    /** Any database of the server that the tests use, and how the names of ours on it begin. */
    serverUrl: string;
    databasePrefix: string;
  }
}

export const templateOf = (prefix: string) => `${prefix}_template`;

/** Once per run: a migrated template on the server of DATABASE_URL, or on one of our own. Returns how to remove all of it. */
export default async function prepare(project: TestProject) {
  await install();
  const { url: serverUrl, close } = await openTestServer(process.env.DATABASE_URL);
  const prefix = databasePrefix();
  project.provide("serverUrl", serverUrl);
  project.provide("databasePrefix", prefix);
  await createDatabase(serverUrl, templateOf(prefix));
  await migrate(urlOf(serverUrl, templateOf(prefix)));

  return async () => {
    await dropDatabases(serverUrl, prefix);
    await close();
  };
}
