import { randomBytes } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { Readable } from "node:stream";
import { gunzipSync, gzipSync } from "node:zlib";
import pg from "pg";
import { afterAll, beforeAll, expect, inject, test } from "vitest";
import { CANARY } from "@/lib/metrics/canary";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { buildDatabaseUrl, createDatabase } from "@/lib/platform/postgres-server";
import { DAY_MS } from "@/lib/rules/durations";
import { openBucket } from "@/lib/storage/bucket";
import { createPartitions } from "@/lib/storage/maintain-partitions";
import type { Store } from "@/lib/storage/store";
import { migrate } from "@/prisma/migrate";
import { aBucketServer } from "@/testing/bucket";
import { aCase, aMember, aRecipient, aSnitch, aWebhook } from "@/testing/factories";
import { anOutput } from "@/testing/outputs";
import { openFolder } from "./folder";
import {
  backUpNightly,
  createBackup,
  deleteOldBackups,
  lastNightlyAt,
  listBackups,
  nameAt,
  parseBackupTime,
} from "./make";
import { RestoreError, restore } from "./restore";
import { listTables } from "./tables";
import { backupContents } from "./write";

const folder = mkdtempSync(path.join(tmpdir(), "tattle-backups-"));
const store = openFolder(folder);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const tuesday = new Date("2026-03-10T00:00Z");
const longAgo = new Date("2024-12-24T00:00Z");
/** A month without a partition. */
const inFiveYears = new Date("2031-03-10T00:00Z");
const SPECIAL_TEXT = "tab\tline\nback\\slash \\. \r\n\\.\n“…” 👋 \\N";

beforeAll(async () => {
  await createPartitions(longAgo);
  for (const status of ["pending", "healthy", "failed", "errored", "paused"] as const) {
    const theCase = await aCase({ name: SPECIAL_TEXT });
    await aMember({ caseId: theCase.id });
    await aRecipient({ caseId: theCase.id, address: "ops@example.com", leftAt: tuesday });
    const webhook = await aWebhook({ caseId: theCase.id, url: "https://example.com" });
    const snitch = await aSnitch({
      caseId: theCase.id,
      status,
      tags: [SPECIAL_TEXT, ""],
      arrivalsMs: [0.1, 1e-7],
    });
    const alert = await db.alert.create({
      data: {
        kind: "missing",
        from: "healthy",
        to: "failed",
        at: tuesday,
        snitchId: snitch.id,
        caseId: theCase.id,
      },
    });
    await db.delivery.create({ data: { alertId: alert.id, channelId: webhook.id } });
    const checkIns = [longAgo, tuesday, new Date()].flatMap((at) =>
      ["", SPECIAL_TEXT, "\\.", "x".repeat(10_000)].map((message) => ({
        snitchId: snitch.id,
        at,
        exitStatus: "0",
        message,
      })),
    );
    await db.checkIn.createMany({ data: checkIns });
    for (const at of [longAgo, tuesday, new Date(), inFiveYears]) {
      const outputId = await anOutput({ snitchId: snitch.id, at, data: randomBytes(150_000) });
      const run = { at, outcome: "succeeded", rid: SPECIAL_TEXT, metrics: { rows: 1e-7 } } as const;
      await db.run.create({ data: { ...run, snitchId: snitch.id, endedAt: at, outputId } });
    }
  }
});

let databasesMade = 0;
/** Creates an empty database, and a client for it. */
async function anEmptyDatabase() {
  const name = `${inject("databasePrefix")}_restored_${process.pid}_${databasesMade++}`;
  await createDatabase(inject("serverUrl"), name);
  const url = buildDatabaseUrl(inject("serverUrl"), name);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return { client, migrateTo: (names: string[]) => migrate(url, names) };
}

/** A hash of the rows of each table, regardless of their order. */
async function hashTables(client: pg.ClientBase) {
  const hashes: Record<string, string> = {};
  for (const { name } of await listTables(client)) {
    const { rows } = await client.query(
      `SELECT count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' ORDER BY t::text)), '') AS hash FROM "${name}" t`,
    );
    hashes[name] = rows[0].hash;
  }
  return hashes;
}

async function hashesOfSource() {
  const client = await pool.connect();
  return hashTables(client).finally(() => client.release());
}

test("a restored database has every row of every table, and the partitions of check-ins and runs", async () => {
  const name = await createBackup(store, tuesday);
  const { client, migrateTo } = await anEmptyDatabase();

  const { at, rows } = await restore(client, () => store.read(name), migrateTo);

  expect(await hashTables(client)).toEqual(await hashesOfSource());
  expect(at).toEqual(tuesday);
  expect(rows).toBeGreaterThan(80);
  for (const table of ["check_ins_default", "runs_default"]) {
    const unpartitioned = `SELECT DISTINCT at FROM ${table} ORDER BY at`;
    expect((await client.query(unpartitioned)).rows).toEqual((await pool.query(unpartitioned)).rows);
  }
  expect(await client.query("SELECT FROM check_ins_2024_12")).toMatchObject({ rowCount: 20 });
  expect(await client.query("SELECT FROM runs_2024_12")).toMatchObject({ rowCount: 5 });
  expect(await client.query("SELECT FROM runs_default")).toMatchObject({ rowCount: 5 + 5 });
  await client.end();
});

test("a backup of a version without runs is restored", async () => {
  const before = "20261122020000_schedules";
  const { rows } = await pool.query<{ name: string }>(
    "SELECT migration_name AS name FROM _prisma_migrations WHERE migration_name <= $1 ORDER BY 1",
    [before],
  );
  const [older, restored] = [await anEmptyDatabase(), await anEmptyDatabase()];
  await older.migrateTo(rows.map(({ name }) => name));
  await older.client.query("INSERT INTO cases (id, name) VALUES (gen_random_uuid(), 'Acme')");
  const chunks: Buffer[] = [];
  for await (const chunk of backupContents(older.client, tuesday)) chunks.push(chunk);

  await restore(
    restored.client,
    async () => Readable.from([gzipSync(Buffer.concat(chunks))]),
    restored.migrateTo,
  );

  expect(await hashTables(restored.client)).toEqual(await hashTables(older.client));
  await older.client.end();
  await restored.client.end();
});

test("rows that are written after a backup has begun are not in it", async () => {
  const before = await hashesOfSource();
  const reader = await pool.connect();
  const file = backupContents(reader, tuesday);
  const chunks = [(await file.next()).value as Buffer];
  await aSnitch();
  for await (const chunk of file) chunks.push(chunk);
  reader.release();

  const { client, migrateTo } = await anEmptyDatabase();
  await restore(client, async () => Readable.from([gzipSync(Buffer.concat(chunks))]), migrateTo);

  expect(await hashTables(client)).toEqual(before);
  expect(await hashesOfSource()).not.toEqual(before);
  await client.end();
});

test("a database that is not empty is not changed", async () => {
  const name = await createBackup(store, tuesday);
  const before = await hashesOfSource();
  const client = await pool.connect();

  await expect(
    restore(
      client,
      () => store.read(name),
      async () => {},
    ),
  ).rejects.toThrow("is not empty");
  client.release();

  expect(await hashesOfSource()).toEqual(before);
});

test("a database with nothing but a canary counts as empty", async () => {
  const name = await createBackup(store, tuesday);
  const { client, migrateTo } = await anEmptyDatabase();
  await restore(client, () => store.read(name), migrateTo);
  await client.query("TRUNCATE cases, users CASCADE");
  await client.query("INSERT INTO cases (id, name) VALUES ($1, '(canary)')", [CANARY.caseId]);

  await restore(client, () => store.read(name), migrateTo);

  expect(await hashTables(client)).toEqual(await hashesOfSource());
  await client.end();
});

test("nothing is restored from a damaged backup", async () => {
  const whole = readFileSync(path.join(folder, await createBackup(store, tuesday)));
  const text = gunzipSync(whole);
  const damagedFiles: [string, Buffer, string][] = [
    ["cut", whole.subarray(0, whole.length / 2), "unexpected end of file"],
    ["short", gzipSync(text.subarray(0, text.length - 40)), "cut short"],
    [
      "missing a row",
      gzipSync(Buffer.from(text.toString("latin1").replace(/\n[^\n]*xxx[^\n]*/, ""), "latin1")),
      "",
    ],
    ["other", gzipSync("hello\n"), " of Tattle"],
    ["empty", Buffer.alloc(0), " of Tattle"],
  ];
  const { client, migrateTo } = await anEmptyDatabase();
  for (const [name, bytes, reason] of damagedFiles) {
    writeFileSync(path.join(folder, name), bytes);
    const restored = restore(client, () => store.read(name), migrateTo);
    await expect(restored, name).rejects.toThrow(new RegExp(`(damaged|not a backup).*${reason}`));
    await expect(restored, name).rejects.toBeInstanceOf(RestoreError);
    for (const hash of Object.values(await hashTables(client))) expect(hash).toBe("0 ");
  }
  await client.end();
});

test("a backup can be written to a bucket and restored from it, although the bucket closes connections meanwhile", async () => {
  const server = await aBucketServer();
  const bucket = openBucket(server.url, "application/gzip");
  expect(bucket.location).not.toContain("SECRET");

  const first = await createBackup(bucket, tuesday);
  const second = await createBackup(bucket, new Date("2026-03-11T00:00Z"));
  expect(await listBackups(bucket)).toEqual([first, second]);

  const { client, migrateTo } = await anEmptyDatabase();
  await restore(
    client,
    () => bucket.read(first),
    async (names) => {
      await migrateTo(names);
      server.closeConnections();
    },
  );
  expect(await hashTables(client)).toEqual(await hashesOfSource());
  await client.end();
  await bucket.remove(first);
  expect(await listBackups(bucket)).toEqual([second]);
  server.close();
});

test("a large backup is uploaded in parts, so that it need not fit in memory", async () => {
  const server = await aBucketServer();
  const bucket = openBucket(server.url, "application/gzip");
  async function* manyChunks() {
    for (let i = 0; i < 40; i += 1) yield Buffer.alloc(1024 ** 2, i);
  }
  await bucket.write("large", Readable.from(manyChunks()));

  expect(server.completed.map((parts) => parts.length)).toEqual([3]);
  expect(server.objects.get("safe/tattle/large")?.length).toBe(40 * 1024 ** 2);
  server.close();
});

test("a backup that cannot be written leaves no file, and the next one succeeds", async () => {
  const broken: Store = {
    ...store,
    async write(_, from) {
      for await (const chunk of from) throw new Error(`no room for ${chunk.length > 0}`);
    },
  };
  const before = await listBackups(store);

  await expect(createBackup(broken, new Date("2026-03-12T00:00Z"))).rejects.toThrow("no room");

  expect(await listBackups(store)).toEqual(before);
  await createBackup(store, new Date("2026-03-12T00:00Z"));
});

test("each night has one backup, with several workers and with a late one", async () => {
  env.BACKUP_DIR = path.join(folder, "nightly");
  const nightly = openFolder(env.BACKUP_DIR);
  const [row] = (await pool.query<{ now: Date }>("SELECT now()")).rows;
  const today = row?.now ?? new Date();
  const tomorrow = new Date(today.getTime() + DAY_MS);
  const nextWeek = new Date(today.getTime() + 7 * DAY_MS);

  await backUpNightly(today);
  expect(await listBackups(nightly)).toEqual([]);

  await Promise.all([1, 2, 3].map(() => backUpNightly(tomorrow)));
  await backUpNightly(tomorrow);
  expect(await listBackups(nightly)).toEqual([nameAt(tomorrow)]);

  await backUpNightly(nextWeek);
  expect(await listBackups(nightly)).toEqual([nameAt(tomorrow), nameAt(nextWeek)]);
  env.BACKUP_DIR = undefined;
});

test("backups are deleted after 30 days, except the newest one and files that are not backups", async () => {
  const names = ["2026-01-01T03:00Z", "2026-02-07T23:59Z", "2026-02-08T00:00Z"].map((at) =>
    nameAt(new Date(at)),
  );
  const store = openFolder(path.join(folder, "retention"));
  for (const name of [...names, "notes.txt"]) await store.write(name, Readable.from("x"));

  await deleteOldBackups(store, tuesday);
  expect((await store.list()).sort()).toEqual(["notes.txt", names[2]]);

  await deleteOldBackups(store, new Date("2027-01-01T00:00Z"));
  expect(await listBackups(store)).toEqual([names[2]]);
});

test("a backup's name contains its time", () => {
  const at = new Date("2026-03-10T03:00:05Z");
  expect(nameAt(at)).toBe("tattle-20260310T030005Z.gz");
  expect(parseBackupTime(nameAt(at))).toEqual(at);
  expect(parseBackupTime("tattle-20260310T030005Z.gz.unfinished")).toBeNull();
});

test("a nightly backup is due at 03:00 UTC", () => {
  expect(lastNightlyAt(new Date("2026-03-10T02:59:59Z"))).toEqual(new Date("2026-03-09T03:00Z"));
  expect(lastNightlyAt(new Date("2026-03-10T03:00Z"))).toEqual(new Date("2026-03-10T03:00Z"));
});
