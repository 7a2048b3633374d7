import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, inject, test } from "vitest";
import { removePostgres, startPostgres } from "@/lib/platform/embedded-postgres/start";
import { buildDatabaseUrl, createDatabase, withClient } from "@/lib/platform/postgres-server";
import { takeLock } from "./lock.mjs";
import { runCommand } from "./process.mjs";

const dataDir = mkdtempSync(path.join(tmpdir(), "tattle-admin-"));
const postgres = path.join(dataDir, "postgres");
afterAll(async () => {
  await removePostgres(postgres);
  rmSync(dataDir, { recursive: true });
});

/** The JSON that a command prints, or the error. */
async function admin(env: { DATA_DIR: string; DATABASE_URL: string }, ...args: string[]) {
  const { code, output } = await runCommand(process.execPath, ["scripts/admin.mjs", ...args, "--json"], {
    env,
  });
  const last = output.trimEnd().split("\n").at(-1) ?? "";
  return code === 0 ? JSON.parse(last) : { error: last };
}

const sessionKeysIn = (url: string) =>
  withClient(url, async (client) => (await client.query("SELECT session_key FROM users")).rows);

const ANN = ["--email", "ann@example.com", "--password", "correct horse", "--case", "Acme"];
const bootstrap = () => admin({ DATA_DIR: dataDir, DATABASE_URL: "" }, "bootstrap", ...ANN);

test("a command does not stop the database of a running start, and stops one that it started", async () => {
  const server = await startPostgres(postgres, { durable: false });
  const running = takeLock(path.join(dataDir, "running"));

  expect(await bootstrap()).toMatchObject({ email: "ann@example.com", case: { name: "Acme" } });
  const isResponding = () =>
    withClient(server.url("tattle"), async (client) => (await client.query("SELECT 1")).rowCount);
  expect(await isResponding()).toBe(1);

  running?.release();
  await bootstrap();
  await expect(isResponding()).rejects.toThrow();
});

test("a backup moves an installation to another machine, and never overwrites one", async () => {
  const aMachine = async (name: string) => {
    const database = `${inject("databasePrefix")}_${name}_${process.pid}`;
    await createDatabase(inject("serverUrl"), database);
    const DATA_DIR = path.join(dataDir, name);
    return { DATA_DIR, DATABASE_URL: buildDatabaseUrl(inject("serverUrl"), database) };
  };
  const [one, other] = [await aMachine("one"), await aMachine("other")];
  const { case: theCase } = await admin(one, "bootstrap", ...ANN);
  const { name, place } = await admin(one, "backup");

  expect(await admin(one, "restore", name)).toEqual({
    error: expect.stringContaining("The database is not empty"),
  });
  expect(await admin(other, "restore", path.join(place, name))).toMatchObject({ name, granted: 0 });
  expect(await sessionKeysIn(other.DATABASE_URL)).not.toEqual(await sessionKeysIn(one.DATABASE_URL));
  expect(await admin(other, "plan", "Acme", "team")).toEqual({ id: theCase.id, plan: "team" });
});

test.each([
  ["a backup", "admin.mjs", ["backup"]],
  ["the set-up code", "admin.mjs", ["setup-code"]],
  ["another key", "admin.mjs", ["reseal"]],
  ["a preparation", "start.mjs", ["--prepare"]],
])("%s needs an installation, and makes none where the settings are missing", async (_, program, args) => {
  const run = (env: Record<string, string>) =>
    runCommand(process.execPath, [path.join("scripts", program), ...args], {
      env,
    });
  const nowhere = path.join(dataDir, "nowhere");
  const none = await run({ DATA_DIR: nowhere, DATABASE_URL: "" });
  expect(none).toEqual({
    code: 1,
    output: expect.stringContaining(`There is no Tattle in ${nowhere}. Set DATA_DIR or DATABASE_URL`),
  });
  expect(existsSync(nowhere)).toBe(false);

  const database = `${inject("databasePrefix")}_empty_${process.pid}`;
  await createDatabase(inject("serverUrl"), database);
  const url = buildDatabaseUrl(inject("serverUrl"), database);
  expect(await run({ DATA_DIR: nowhere, DATABASE_URL: url })).toEqual({
    code: 1,
    output: expect.stringContaining(`There is no Tattle in the database “${database}” of DATABASE_URL.`),
  });
  const { rowCount } = await withClient(url, (client) =>
    client.query("SELECT FROM pg_class WHERE relnamespace = 'public'::regnamespace"),
  );
  expect(rowCount).toBe(0);
});
