import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, expect, test } from "vitest";
import { buildDatabaseUrl, createDatabase, withClient } from "@/lib/platform/postgres-server";
import { eventually } from "@/testing/eventually";
import { removePostgres, startPostgres } from "./start";

const folder = path.join(mkdtempSync(path.join(tmpdir(), "tattle postgres-")), "data");
afterAll(async () => {
  await removePostgres(folder);
  rmSync(path.dirname(folder), { recursive: true });
});

test("data survive a stop, a kill, and a lock file that names another program", async () => {
  const first = await startPostgres(folder, { durable: false });
  await createDatabase(first.url("postgres"), "kept");
  const lockFile = path.join(first.folder, "data", "postmaster.pid");
  const found = async () => {
    const server = await startPostgres(folder, { durable: false });
    await withClient(buildDatabaseUrl(server.url("postgres"), "kept"), (client) => client.query("SELECT 1"));
    return server;
  };

  const taken = await found();
  expect(taken.url("x")).toBe(first.url("x"));
  await first.stop();
  expect(existsSync(lockFile)).toBe(false);

  await found();
  process.kill(Number(readFileSync(lockFile, "utf8").split("\n")[0]), "SIGKILL");
  const recovered = await found();

  await recovered.stop();
  writeFileSync(lockFile, `${process.pid}\n`);
  await (await found()).stop();
});

test("a server restarts at its own address after a kill, and not after a stop", async () => {
  const server = await startPostgres(folder, { durable: false });
  const stopRestarting = server.restartWhenDead();
  const isResponding = () => withClient(server.url("postgres"), (client) => client.query("SELECT 1"));
  const pid = () =>
    Number(readFileSync(path.join(server.folder, "data", "postmaster.pid"), "utf8").split("\n")[0]);
  const killed = pid();

  process.kill(killed, "SIGKILL");
  await eventually(isResponding);
  expect(pid()).not.toBe(killed);

  await stopRestarting();
  await server.stop();
  await expect(isResponding()).rejects.toThrow();
});

test("a copy that was made of a running server is refused, and the original goes on", async () => {
  const server = await startPostgres(folder, { durable: false });
  const copy = path.join(path.dirname(folder), "copy");
  // Like `cp -a`.
  cpSync(server.folder, copy, { recursive: true, preserveTimestamps: true });
  await expect(startPostgres(copy, { durable: false })).rejects.toThrow(
    `copy was copied from ${server.folder} while Tattle was running there.`,
  );
  await withClient(server.url("postgres"), (client) => client.query("SELECT 1"));
  await server.stop();
  rmSync(copy, { recursive: true });
});

test.skipIf(process.getuid?.() !== 0)(
  "below a folder that Postgres cannot enter, a copy is refused, and what was moved keeps its data",
  async () => {
    const root = path.join(path.dirname(folder), "root");
    mkdirSync(root);
    chmodSync(root, 0o700);
    const [one, two, three] = ["one", "two", "three"].map((name) => path.join(root, name, "postgres"));
    const first = await startPostgres(one ?? "", { durable: false });
    expect(lstatSync(one ?? "").isSymbolicLink()).toBe(true);
    await createDatabase(first.url("postgres"), "kept");
    await first.stop();

    cpSync(path.join(root, "one"), path.join(root, "two"), { recursive: true, verbatimSymlinks: true });
    await expect(startPostgres(two ?? "", { durable: false })).rejects.toThrow(`${two} is a copy of ${one}`);

    renameSync(path.join(root, "one"), path.join(root, "three"));
    const moved = await startPostgres(three ?? "", { durable: false });
    await withClient(buildDatabaseUrl(moved.url("postgres"), "kept"), (client) => client.query("SELECT 1"));
    await removePostgres(three ?? "");
    expect(existsSync(moved.folder)).toBe(false);
  },
);
