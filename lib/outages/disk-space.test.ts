import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aMember } from "@/testing/factories";
import { databaseBytes, readDisks, watchDisks } from "./disk-space";
import { listDisks } from "./list-disks";

const GB = 1_000_000_000;
const tuesday = new Date("2026-03-10T00:00Z");
const minutesLater = (minutes: number) => new Date(tuesday.getTime() + minutes * 60_000);
const disk = (percent: number, folder = "/data") => ({
  path: folder,
  freeBytes: percent * GB,
  sizeBytes: 100 * GB,
});

let operator: string;
beforeEach(async () => {
  await db.disk.deleteMany();
  await db.email.deleteMany({ where: { kind: "disk_low" } });
  await db.user.updateMany({ data: { operatorSince: null } });
  const user = await aMember({ caseId: (await aCase()).id });
  await db.user.update({ where: { id: user.id }, data: { operatorSince: tuesday } });
  operator = user.email;
});
const countEmails = () => db.email.count({ where: { kind: "disk_low", address: operator } });

test("several workers on one machine send one email, and another one only after the disk had recovered", async () => {
  await watchDisks(tuesday, [disk(10)], "a");
  expect(await countEmails()).toBe(0);
  await Promise.all([1, 2, 3].map(() => watchDisks(minutesLater(1), [disk(9.5)], "a")));
  expect(await db.email.findMany({ where: { kind: "disk_low" } })).toMatchObject([
    { address: operator, facts: { host: "a", path: "/data", freeBytes: 9.5 * GB, sizeBytes: 100 * GB } },
  ]);

  for (const [i, percent] of [8, 11, 9].entries())
    await watchDisks(minutesLater(2 + i), [disk(percent)], "a");
  expect(await countEmails()).toBe(1);
  expect(await listDisks()).toMatchObject([{ host: "a", lowSince: minutesLater(1) }]);

  await watchDisks(minutesLater(5), [disk(12)], "a");
  expect(await listDisks()).toMatchObject([{ lowSince: null }]);
  await watchDisks(minutesLater(6), [disk(9)], "a");
  expect(await countEmails()).toBe(2);
});

test("a second disk that gets full sends no email while the first one is, and the fullest is listed first", async () => {
  await watchDisks(tuesday, [disk(9), disk(50, "/other")], "a");
  await watchDisks(tuesday, [disk(3)], "b");

  expect(await countEmails()).toBe(1);
  expect((await listDisks()).map(({ host, path }) => [host, path])).toEqual([
    ["b", "/data"],
    ["a", "/data"],
    ["a", "/other"],
  ]);
});

test("the disk of a worker that no longer exists for a day is dropped", async () => {
  await watchDisks(tuesday, [disk(5)], "gone");
  await watchDisks(minutesLater(24 * 60 + 1), [disk(5)], "a");

  expect((await listDisks()).map(({ host }) => host)).toEqual(["a"]);
  expect(await countEmails()).toBe(2);
});

test("the space of a folder is that of its disk, and a folder that does not exist has none", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "disk-"));
  const [read, ...others] = await readDisks(folder);
  await rm(folder, { recursive: true });

  expect(others).toEqual([]);
  expect(read?.path).toBe(folder);
  expect(read?.freeBytes).toBeGreaterThan(0);
  expect(read?.sizeBytes).toBeGreaterThan(read?.freeBytes ?? 0);
  expect(await readDisks(folder)).toEqual([]);
});

test("the database has a size", async () => {
  expect(await databaseBytes()).toBeGreaterThan(1_000_000);
});
