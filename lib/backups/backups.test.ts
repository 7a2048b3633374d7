import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { CANARY } from "@/lib/canary/keep";
import { makePartitions } from "@/lib/check-ins/partitions";
import { db, pool } from "@/lib/db";
import { env } from "@/lib/env";
import { createDatabase, urlOf } from "@/lib/platform/postgres-server";
import { aBucketServer } from "@/lib/testing/bucket";
import { aCase, aMember, aSnitch, aWebhook } from "@/lib/testing/factories";
import { migrate } from "@/prisma/migrate";
import { openBucket } from "./bucket";
import { openFolder } from "./folder";
import { backUpNightly, dropOldBackups, latestNight, listBackups, makeBackup, nameAt, timeOf } from "./make";
import { NotRestored, restore } from "./restore";
import type { Store } from "./store";
import { listTables } from "./tables";
import { contentsOf } from "./write";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-backups-"));
const store = openFolder(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tuesday = new Date("2026-03-10T00:00Z");
const longAgo = new Date("2024-12-24T00:00Z");
const NASTY = "tab\tline\nback\\slash \\. \r\n\\.\n“…” 👋 \\N";

beforeAll(async () => {
  await makePartitions(longAgo);
  for (const status of ["pending", "healthy", "failed", "errored", "paused"] as const) {
    const owner = await aCase({ name: NASTY });
    await aMember({ caseId: owner.id });
    const webhook = await aWebhook({ caseId: owner.id, url: "https://example.com" });
    const snitch = await aSnitch({ caseId: owner.id, status, tags: [NASTY, ""], arrivalsMs: [0.1, 1e-7] });
    const alert = await db.alert.create({
      data: {
        kind: "missing",
        from: "healthy",
        to: "failed",
        at: tuesday,
        snitchId: snitch.id,
        caseId: owner.id,
      },
    });
    await db.delivery.create({ data: { alertId: alert.id, webhookId: webhook.id } });
    const checkIns = [longAgo, tuesday, new Date()].flatMap((at) =>
      ["", NASTY, "\\.", "x".repeat(10_000)].map((message) => ({
        snitchId: snitch.id,
        at,
        exitStatus: "0",
        message,
      })),
    );
    await db.checkIn.createMany({ data: checkIns });
  }
});

let made = 0;
/** An empty database beside ours, and a client for it. */
async function anEmptyDatabase() {
  const name = `${inject("databasePrefix")}_restored_${process.pid}_${made++}`;
  await createDatabase(inject("serverUrl"), name);
  const url = urlOf(inject("serverUrl"), name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, migrateTo: (names: string[]) => migrate(url, names) };
}

/** A hash of each table's rows, whatever their order. */
async function contents(client: pg.ClientBase) {
  const hashes: Record<string, string> = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM "${name}" t`,
    );
    hashes[name] = rows[0].hash;
  }
  return hashes;
}

async function ours() {
  const client = await pool.connect();
  return contents(client).finally(() => client.release());
}

test("what is restored is what was there: every row of every table, and the months of check-ins", async () => {
  const name = await makeBackup(store, tuesday);
  const { client, migrateTo } = await anEmptyDatabase();

  const { at, rows } = await restore(client, await store.read(name), migrateTo);

  expect(await contents(client)).toEqual(await ours());
  expect(at).toEqual(tuesday);
  expect(rows).toBeGreaterThan(80);
  const { rows: stray } = await client.query("SELECT DISTINCT at FROM check_ins_default ORDER BY at");
  expect(stray).toEqual((await pool.query("SELECT DISTINCT at FROM check_ins_default ORDER BY at")).rows);
  expect(await client.query("SELECT FROM check_ins_2024_12")).toMatchObject({ rowCount: 20 });
  await client.end();
});

test("what is written after a backup has begun is not in it", async () => {
  const before = await ours();
  const reader = await pool.connect();
  const file = contentsOf(reader, tuesday);
  const chunks = [(await file.next()).value as Buffer];
  await aSnitch();
  for await (const chunk of file) chunks.push(chunk);
  reader.release();

  const { client, migrateTo } = await anEmptyDatabase();
  await restore(client, Readable.from([gzipSync(Buffer.concat(chunks))]), migrateTo);

  expect(await contents(client)).toEqual(before);
  expect(await ours()).not.toEqual(before);
  await client.end();
});

test("a database that is not empty is left as it is", async () => {
  const name = await makeBackup(store, tuesday);
  const before = await ours();
  const client = await pool.connect();

  await expect(restore(client, await store.read(name), async () => {})).rejects.toThrow("is not empty");
  client.release();

  expect(await ours()).toEqual(before);
});

test("one that was only set up, and whose worker ran, is no hindrance", async () => {
  const name = await makeBackup(store, tuesday);
  const { client, migrateTo } = await anEmptyDatabase();
  await restore(client, await store.read(name), migrateTo);
  await client.query("TRUNCATE cases, users CASCADE");
  await client.query("INSERT INTO cases (id, name) VALUES ($1, '(canary)')", [CANARY.caseId]);

  await restore(client, await store.read(name), migrateTo);

  expect(await contents(client)).toEqual(await ours());
  await client.end();
});

test("of a damaged backup nothing is restored", async () => {
  const whole = readFileSync(path.join(folder, await makeBackup(store, tuesday)));
  const text = gunzipSync(whole);
  const damages: [string, Buffer, string][] = [
    ["cut", whole.subarray(0, whole.length / 2), "unexpected end of file"],
    ["short", gzipSync(text.subarray(0, text.length - 40)), "cut short"],
    ["robbed", gzipSync(Buffer.from(text.toString("latin1").replace(/\n[^\n]*xxx[^\n]*/, ""), "latin1")), ""],
    ["other", gzipSync("hello\n"), " of Tattle"],
    ["empty", Buffer.alloc(0), " of Tattle"],
  ];
  const { client, migrateTo } = await anEmptyDatabase();
  for (const [name, bytes, complaint] of damages) {
    writeFileSync(path.join(folder, name), bytes);
    const restored = restore(client, await store.read(name), migrateTo);
    await expect(restored, name).rejects.toThrow(new RegExp(`(damaged|no backup).*${complaint}`));
    await expect(restored, name).rejects.toBeInstanceOf(NotRestored);
    for (const hash of Object.values(await contents(client))) expect(hash).toBe("0 ");
  }
  await client.end();
});

test("a backup goes to a bucket in parts and comes back the same", async () => {
  const server = await aBucketServer();
  const bucket = openBucket(server.url);
  expect(bucket.place).not.toContain("SECRET");

  const first = await makeBackup(bucket, tuesday);
  const second = await makeBackup(bucket, new Date("2026-03-11T00:00Z"));
  expect(await listBackups(bucket)).toEqual([first, second]);

  const { client, migrateTo } = await anEmptyDatabase();
  await restore(client, await bucket.read(first), migrateTo);
  expect(await contents(client)).toEqual(await ours());
  await client.end();
  await bucket.remove(first);
  expect(await listBackups(bucket)).toEqual([second]);
  server.close();
});

test("a large backup is never in memory as a whole: it travels in parts", async () => {
  const server = await aBucketServer();
  const bucket = openBucket(server.url);
  async function* much() {
    for (let i = 0; i < 40; i += 1) yield Buffer.alloc(1024 ** 2, i);
  }
  await bucket.write("much", Readable.from(much()));

  expect([...server.uploads.values()].map((parts) => parts.size)).toEqual([2]);
  expect(server.objects.get("safe/tattle/much")?.length).toBe(40 * 1024 ** 2);
  server.close();
});

test("a backup that fails on its way leaves nothing behind, and the next one works", async () => {
  const broken: Store = {
    ...store,
    async write(_, from) {
      for await (const chunk of from) throw new Error(`no room for ${chunk.length > 0}`);
    },
  };
  const before = await listBackups(store);

  await expect(makeBackup(broken, new Date("2026-03-12T00:00Z"))).rejects.toThrow("no room");

  expect(await listBackups(store)).toEqual(before);
  await makeBackup(store, new Date("2026-03-12T00:00Z"));
});

test("each night has one backup, however many workers there are and however late they look", async () => {
  env.BACKUP_DIR = path.join(folder, "nightly");
  const nightly = openFolder(env.BACKUP_DIR);
  const [now] = (await pool.query<{ at: Date }>("SELECT now() AS at")).rows;
  const today = now?.at ?? new Date();
  const tomorrow = new Date(today.getTime() + 24 * 60 * 60 * 1_000);
  const nextWeek = new Date(today.getTime() + 7 * 24 * 60 * 60 * 1_000);

  await backUpNightly(today);
  expect(await listBackups(nightly)).toEqual([]);

  await Promise.all([1, 2, 3].map(() => backUpNightly(tomorrow)));
  await backUpNightly(tomorrow);
  expect(await listBackups(nightly)).toEqual([nameAt(tomorrow)]);

  await backUpNightly(nextWeek);
  expect(await listBackups(nightly)).toEqual([nameAt(tomorrow), nameAt(nextWeek)]);
  env.BACKUP_DIR = undefined;
});

test("backups are kept for 30 days, the newest for ever, and what is no backup stays", async () => {
  const names = ["2026-01-01T03:00Z", "2026-02-07T23:59Z", "2026-02-08T00:00Z"].map((at) =>
    nameAt(new Date(at)),
  );
  const shelf = openFolder(path.join(folder, "shelf"));
  for (const name of [...names, "notes.txt"]) await shelf.write(name, Readable.from("x"));

  await dropOldBackups(shelf, tuesday);
  expect((await shelf.list()).sort()).toEqual(["notes.txt", names[2]]);

  await dropOldBackups(shelf, new Date("2027-01-01T00:00Z"));
  expect(await listBackups(shelf)).toEqual([names[2]]);
});

test("a name tells when its backup was made", () => {
  const at = new Date("2026-03-10T03:00:05Z");
  expect(nameAt(at)).toBe("tattle-20260310T030005Z.gz");
  expect(timeOf(nameAt(at))).toEqual(at);
  expect(timeOf("tattle-20260310T030005Z.gz.unfinished")).toBeNull();
});

test("a night begins at 03:00 UTC", () => {
  expect(latestNight(new Date("2026-03-10T02:59:59Z"))).toEqual(new Date("2026-03-09T03:00Z"));
  expect(latestNight(new Date("2026-03-10T03:00Z"))).toEqual(new Date("2026-03-10T03:00Z"));
});
