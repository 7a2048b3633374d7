import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import { db } from "@/lib/platform/db";
import { CheckInServerProcess } from "@/lib/testing/check-in-server-process";
import { aCase, aSnitch } from "@/lib/testing/factories";
import { openFlakyLine } from "@/lib/testing/flaky-connection";

const DATA = path.resolve(".data", "test", `full-disk-${process.pid}`);
const line = await openFlakyLine(process.env.DATABASE_URL ?? "");
const doors: CheckInServerProcess[] = [];

async function createCheckInServer(dataDir: string, mostBlocks?: number): Promise<CheckInServerProcess> {
  const door = await CheckInServerProcess.open({ databaseUrl: line.url, dataDir, mostBlocks });
  doors.push(door);
  return door;
}
afterEach(() => line.become("sound"));
afterAll(async () => {
  await Promise.all(doors.map((door) => door.signal("SIGKILL")));
  await rm(DATA, { recursive: true, force: true });
});

/** As `curl -d m=… URL`. */
async function say(door: CheckInServerProcess, token: string, message: string) {
  const { status, headers } = await fetch(`${door.url}/${token}`, {
    method: "POST",
    body: new URLSearchParams({ m: message }),
  });
  return { status, retryAfter: headers.get("retry-after") };
}

const soon = { timeout: 15_000, interval: 20 };

test("on a full disk a check-in is refused and logged, and what was promised before is kept", async () => {
  const { id: caseId } = await aCase();
  const snitches = await Promise.all(Array.from({ length: 10 }, () => aSnitch({ caseId })));
  // A limit on the size of files hinders root as well, and needs no disk of its own.
  const door = await createCheckInServer(path.join(DATA, "full"), 128);
  line.become("cut");

  const answers = [];
  for (const { token } of snitches) answers.push(await say(door, token, "x".repeat(10_000)));
  const small = await say(door, snitches[9]?.token ?? "", "small");
  line.become("sound");
  await vi.waitFor(async () => expect(await readdir(path.join(DATA, "full", "journal"))).toEqual([]), soon);
  await vi.waitFor(async () => expect(await db.journal.count()).toBe(0), soon);

  const statuses = answers.map(({ status }) => status);
  expect(statuses).toEqual([...Array(6).fill(202), ...Array(4).fill(503)]);
  expect(answers.at(-1)).toEqual({ status: 503, retryAfter: "5" });
  expect(door.logged).toMatch(/EFBIG.*the journal cannot be written/);
  // What did not fit left room for less.
  expect(small.status).toBe(202);
  const recorded = await Promise.all(snitches.map(({ id }) => db.checkIn.count({ where: { snitchId: id } })));
  expect(recorded).toEqual([...Array(6).fill(1), 0, 0, 0, 1]);
}, 60_000);

test("with a folder that cannot be written a check-in is refused and logged, and heard once the database is back", async () => {
  const snitch = await aSnitch();
  await mkdir(path.join(DATA, "closed"), { recursive: true });
  // Not by its mode, which does not hinder root.
  await writeFile(path.join(DATA, "closed", "journal"), "a file in the way of the folder");
  const door = await createCheckInServer(path.join(DATA, "closed"));
  line.become("cut");

  const refused = await fetch(`${door.url}/${snitch.token}`);
  line.become("sound");
  await vi.waitFor(async () => expect((await say(door, snitch.token, "heard")).status).toBe(202), soon);

  expect([refused.status, refused.headers.get("retry-after")]).toEqual([503, "5"]);
  expect(door.logged).toMatch(/(EEXIST|ENOTDIR).*the journal cannot be written/);
  expect(door.logged).toContain(`"requestIds":["${refused.headers.get("x-request-id")}"]`);
  const rows = await db.checkIn.findMany({ where: { snitchId: snitch.id, accepted: true } });
  expect(rows.map(({ message }) => message)).toEqual(["heard"]);
}, 60_000);
