import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { buildDatabaseUrl, createDatabase, dropDatabase, withClient } from "@/lib/platform/postgres-server";
import { runCommand, startProcess } from "@/scripts/process.mjs";
import { migrate } from "./migrate";

const PRISMA = "node_modules/prisma/build/index.js";
const GENERATED = "lib/platform/generated";

const serverUrl = inject("serverUrl");
const name = `${inject("databasePrefix")}_command_line`;
const url = buildDatabaseUrl(serverUrl, name);
const folder = mkdtempSync(path.join(tmpdir(), "tattle-prisma-"));
/** Without a database, unless the test names one, and as if no one had set anything. */
const env = { DATABASE_URL: "", DATA_DIR: folder, PRISMA_SCHEMA_ENGINE_BINARY: undefined };

beforeAll(() => createDatabase(serverUrl, name));
afterAll(async () => {
  await dropDatabase(serverUrl, name);
  rmSync(folder, { recursive: true });
});

const prisma = (args: string[], more: Record<string, string> = {}) =>
  runCommand(process.execPath, [PRISMA, ...args], { env: { ...env, ...more } });

/** A copy of the schema with these changes. */
function changedSchema(changes: Record<string, string>): string {
  const file = path.join(folder, "schema.prisma");
  const text = readFileSync("prisma/schema.prisma", "utf8");
  const result = Object.entries(changes).reduce((schema, [from, to]) => schema.replace(from, to), text);
  writeFileSync(file, result);
  return file;
}

test("the schema is valid and formatted", async () => {
  expect(await prisma(["validate"])).toMatchObject({ code: 0, output: expect.stringContaining("is valid") });
  expect(await prisma(["format", "--check"])).toMatchObject({ code: 0 });
});

test("`generate` makes the client that the processes use", async () => {
  const schema = changedSchema({ "../lib/platform/generated": "./generated" });

  expect(await prisma(["generate", "--schema", schema])).toMatchObject({ code: 0 });

  const made = path.join(folder, "generated");
  expect(readdirSync(made)).toEqual(readdirSync(GENERATED));
  const models = ["models", "Snitch.ts"];
  expect(readFileSync(path.join(made, ...models), "utf8")).toBe(
    readFileSync(path.join(GENERATED, ...models), "utf8"),
  );
});

test("`migrate diff` writes the migration of a change, without any database", async () => {
  const schema = changedSchema({ "model Case {": "model Case {\n  nickname String?" });
  const file = path.join(folder, "migration.sql");
  const compare = ["migrate", "diff", "--from-migrations", "prisma/migrations", "--to-schema", schema];

  const { code, output } = await prisma([...compare, "--script", "--output", file]);

  expect({ code, output }).toMatchObject({ code: 0 });
  expect(readFileSync(file, "utf8").trim()).toBe(
    '-- AlterTable\nALTER TABLE "cases" ADD COLUMN     "nickname" TEXT;',
  );
});

test("`migrate deploy` applies what `npm start` applies, and `migrate status` knows it", async () => {
  const database = { DATABASE_URL: url };
  expect(await prisma(["migrate", "deploy"], database)).toMatchObject({ code: 0 });

  expect(await migrate(url)).toEqual([]);
  expect(await prisma(["migrate", "status"], database)).toMatchObject({ code: 0 });
});

test("a database that a file names is the one that is used", async () => {
  const file = path.join(folder, "database-url");
  writeFileSync(file, "postgres://tattle@127.0.0.1:9/none\n");
  expect(await prisma(["migrate", "status"], { DATABASE_URL_FILE: file })).toMatchObject({
    code: 1,
    output: expect.stringContaining("no Postgres server is responding at 127.0.0.1:9"),
  });
});

test("a comparison of migrations neither changes the database nor leaves one behind", async () => {
  await migrate(url);
  const count = () =>
    withClient(url, async (client) => {
      const { rows } = await client.query(`SELECT (SELECT count(*) FROM _prisma_migrations) AS applied,
        (SELECT count(*) FROM pg_database WHERE starts_with(datname, 'prisma_migrate_shadow_db_')) AS shadows`);
      return rows;
    });
  const before = await count();
  const sides = ["--from-migrations", "prisma/migrations", "--to-config-datasource"];

  const result = await prisma(["migrate", "diff", ...sides, "--exit-code"], { DATABASE_URL: url });

  expect(result).toMatchObject({ code: 0, output: expect.stringContaining("No difference detected") });
  expect(await count()).toEqual(before);
});

test("what the engine or the database refuses is said in its words", async () => {
  const script = path.join(folder, "script.sql");
  writeFileSync(script, "SELECT 1; SELEKT 2");
  expect(await prisma(["db", "execute", "--file", script], { DATABASE_URL: url })).toMatchObject({
    code: 1,
    output: expect.stringContaining('syntax error at or near "SELEKT"'),
  });

  const nowhere = { DATABASE_URL: "postgres://tattle@127.0.0.1:9/none" };
  expect(await prisma(["migrate", "status"], nowhere)).toMatchObject({
    code: 1,
    output: expect.stringContaining("no Postgres server is responding at 127.0.0.1:9"),
  });
});

test("`studio` shows the rows of the database", async () => {
  await migrate(url);
  const port = await getPort();
  const args = [PRISMA, "studio", "--port", String(port), "--browser", "none"];
  const studio = startProcess(process.execPath, args, {
    env: { ...env, DATABASE_URL: url },
    stdio: "ignore",
  });
  const origin = `http://localhost:${port}`;
  const query = { sql: "SELECT count(*)::int AS cases FROM cases", parameters: [] };
  const ask = () =>
    fetch(`${origin}/bff`, {
      method: "POST",
      headers: { "content-type": "application/json", origin },
      body: JSON.stringify({ procedure: "query", query }),
    }).catch(() => null);
  let response = await ask();
  while (!response) {
    await sleep(100);
    response = await ask();
  }

  expect(await response.json()).toEqual([null, [{ cases: 0 }]]);
  expect((await fetch(`${origin}/studio.js`)).status).toBe(200);

  await studio.stop();
});
