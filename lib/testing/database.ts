import { existsSync, readdirSync } from "node:fs";
import path from "node:path";
import type { TestProject } from "vitest/node";
import { migrate } from "@/prisma/migrate";
import { createDatabase, dropDatabase, onServer, proveReachable, urlOf } from "@/scripts/database";
import { birthOf } from "@/scripts/lock.mjs";
import { removePostgres, startPostgres } from "@/scripts/postgres";

declare module "vitest" {
  export interface ProvidedContext {
    /** Any database of the server that the tests use, and how the names of ours on it begin. */
    serverUrl: string;
    databasePrefix: string;
  }
}

/** The number of the process that the server is for follows. */
const SERVER = ".data/test/postgres-";

export const templateOf = (prefix: string) => `${prefix}_template`;

/** Once per run: a migrated template on the server of DATABASE_URL, or on one of our own. Returns how to remove all of it. */
export default async function prepare(project: TestProject) {
  const { url: serverUrl, remove } = await openServer();
  const prefix = `tattle_test_${process.pid.toString(36)}${Date.now().toString(36)}`;
  project.provide("serverUrl", serverUrl);
  project.provide("databasePrefix", prefix);
  await createDatabase(serverUrl, templateOf(prefix));
  await migrate(urlOf(serverUrl, templateOf(prefix)));

  return async () => {
    for (const name of await databasesOf(serverUrl, prefix)) await dropDatabase(serverUrl, name);
    await remove();
  };
}

async function openServer() {
  const given = process.env.DATABASE_URL;
  if (given) {
    await proveReachable(given);
    return { url: given, remove: async () => {} };
  }
  await removeAbandoned();
  const { url, remove } = await startPostgres(`${SERVER}${process.pid}`, { durable: false });
  return { url: url("postgres"), remove };
}

/** A run that was killed could not remove its server. */
async function removeAbandoned() {
  const folder = path.dirname(SERVER);
  if (!existsSync(folder)) return;
  for (const name of readdirSync(folder)) {
    const pid = Number(name.slice(path.basename(SERVER).length));
    if (pid && birthOf(pid) === null) await removePostgres(path.join(folder, name));
  }
}

const databasesOf = (serverUrl: string, prefix: string) =>
  onServer(serverUrl, async (client) => {
    const { rows } = await client.query("SELECT datname FROM pg_database WHERE starts_with(datname, $1)", [
      prefix,
    ]);
    return rows.map(({ datname }) => String(datname));
  });
