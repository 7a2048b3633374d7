import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { v7 as newId } from "uuid";
import { afterAll, afterEach, expect, test, vi } from "vitest";
import type { CheckIn } from "@/lib/check-ins/check-in";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import { openFlakyLine } from "@/lib/testing/flaky-connection";
import { lineOf } from "./line";

const DATA = path.resolve(".data", "test", `journal-${process.pid}`);
const FOLDER = path.join(DATA, "journal");
const line = await openFlakyLine(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = line.url;
process.env.DATA_DIR = DATA;
const { db } = await import("@/lib/platform/db");
const { aSnitch } = await import("@/lib/testing/factories");
const { execute } = await import("@/lib/check-ins/connection");
const { replayJournals, recordCheckIn } = await import("@/lib/check-ins/batcher");

const tuesday = new Date("2026-03-10T10:37:12.345Z");
const at = (seconds: number) => new Date(tuesday.getTime() + seconds * 1_000);
const aCheckIn = (given: Partial<CheckIn> & { token: string }) => ({
  at: tuesday,
  exitStatus: "",
  message: "",
  method: "GET",
  address: "",
  userAgent: "",
  ...given,
});

const historyOf = (snitchId: string) => db.checkIn.findMany({ where: { snitchId }, orderBy: { at: "asc" } });
const soon = { timeout: 15_000, interval: 20 };
/** Everything is recorded once no journal is left, neither on the disk nor in the database. */
const settled = () =>
  vi.waitFor(async () => {
    expect(await readdir(FOLDER)).toEqual([]);
    expect(await db.journal.count()).toBe(0);
  }, soon);

afterEach(async () => {
  line.become("sound");
  await settled();
});
afterAll(() => rm(DATA, { recursive: true, force: true }));

test("check-ins during an outage are promised, and recorded afterwards in order and with their own times", async () => {
  const snitch = await aSnitch();
  line.become("cut");

  const promised = [];
  for (const [i, exitStatus] of ["", "1", "", "2", ""].entries())
    promised.push(await recordCheckIn(aCheckIn({ token: snitch.token, exitStatus, at: at(i) })));
  line.become("sound");
  const later = await recordCheckIn(aCheckIn({ token: snitch.token, exitStatus: "3", at: at(5) }));
  await settled();

  expect([...promised, later].map(({ kind }) => kind)).toEqual(Array(6).fill("recorded"));
  const history = await historyOf(snitch.id);
  expect(history.map((row) => [row.at, row.exitStatus])).toEqual(
    ["", "1", "", "2", "", "3"].map((exitStatus, i) => [at(i), exitStatus]),
  );
  const alerts = await db.alert.findMany({ where: { snitchId: snitch.id }, orderBy: { at: "asc" } });
  expect(alerts.map(({ kind }) => kind).join()).toBe("reporting,errored,reporting,errored,reporting,errored");
});

test("a check-in whose commit went through unheard is recorded once", async () => {
  const snitches = await Promise.all([aSnitch(), aSnitch(), aSnitch()]);
  const recorded = snitches.map(({ token }) => recordCheckIn(aCheckIn({ token })));
  line.become("deaf");
  const more = snitches.map(({ token }) => recordCheckIn(aCheckIn({ token, at: at(1) })));

  // The database does not answer for longer than a check-in waits for it.
  expect((await Promise.all([...recorded, ...more])).map(({ kind }) => kind)).toEqual(
    Array(6).fill("recorded"),
  );
  line.become("sound");
  await settled();

  for (const { id } of snitches) expect(await historyOf(id)).toMatchObject([{ at: at(0) }, { at: at(1) }]);
});

test("a database that hangs loses and doubles nothing", async () => {
  const snitch = await aSnitch();
  line.become("silent");

  const promised = await Promise.all(
    [0, 1, 2].map((s) => recordCheckIn(aCheckIn({ token: snitch.token, at: at(s) }))),
  );
  line.become("sound");
  await settled();

  expect(promised.map(({ kind }) => kind)).toEqual(Array(3).fill("recorded"));
  expect(await historyOf(snitch.id)).toHaveLength(3);
});

test("what a killed process left behind is recorded at the next start, each once, without a torn last line", async () => {
  const [snitch, gone] = [await aSnitch(), await aSnitch()];
  const checkIns = [0, 1, 2].map((s) => ({ id: newId(), ...aCheckIn({ token: snitch.token, at: at(s) }) }));
  const unknown = { id: newId(), ...aCheckIn({ token: gone.token }) };
  await db.snitch.delete({ where: { id: gone.id } });
  await recordCheckIn(checkIns[0] as CheckIn);
  const torn = lineOf({ id: newId(), ...aCheckIn({ token: snitch.token, at: at(3) }) }).slice(0, -20);
  await mkdir(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `${newId()}~${hostname().replace(/[^\w.-]/g, "_")}~4194305~1.journal`);
  await writeFile(file, [...checkIns, unknown].map(lineOf).join("") + torn);

  await replayJournals();
  await settled();

  expect((await historyOf(snitch.id)).map(({ id }) => id)).toEqual(checkIns.map(({ id }) => id));
});

test("a journal from before the machine was started again is taken over, though its writer had our number and birth", async () => {
  const snitch = await aSnitch();
  const left = { id: newId(), ...aCheckIn({ token: snitch.token }) };
  const host = hostname().replace(/[^\w.-]/g, "_");
  await mkdir(FOLDER, { recursive: true });
  const owner = `${host}~${process.pid}~${processStartTime(process.pid)}-another-boot`;
  await writeFile(path.join(FOLDER, `${newId()}~${owner}.journal`), lineOf(left));

  await replayJournals();
  await settled();

  expect((await historyOf(snitch.id)).map(({ id }) => id)).toEqual([left.id]);
});

test("an outage in the middle of a statement leaves no fault behind that nobody hears of", async () => {
  const unheard: unknown[] = [];
  const hear = (fault: unknown) => unheard.push(fault);
  process.on("unhandledRejection", hear);
  await execute("SELECT 1", []);
  line.become("silent");

  await expect(execute("SELECT 1", [])).rejects.toThrow("timeout");

  // Node tells of what nobody hears only when everything else has had its turn.
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off("unhandledRejection", hear);
  expect(unheard).toEqual([]);
});

test("an outage that begins while journals are taken over ends with all of them", async () => {
  const [snitch, other] = [await aSnitch(), await aSnitch()];
  await mkdir(FOLDER, { recursive: true });
  const host = hostname().replace(/[^\w.-]/g, "_");
  const left = Array.from({ length: 300 }, (_, i) => ({
    id: newId(),
    ...aCheckIn({ token: other.token, at: at(i), message: "x".repeat(2_000) }),
  }));
  for (const checkIn of left)
    await writeFile(path.join(FOLDER, `${newId()}~${host}~4194305~1.journal`), lineOf(checkIn));
  line.become("cut");

  const taken = replayJournals();
  const { kind } = await recordCheckIn(aCheckIn({ token: snitch.token }));
  await taken;
  line.become("sound");
  await settled();

  expect(kind).toBe("recorded");
  expect(await historyOf(snitch.id)).toHaveLength(1);
  expect(await historyOf(other.id)).toHaveLength(left.length);
}, 30_000);

test("the promise of a journal is kept beyond the rate, which holds again afterwards", async () => {
  const snitch = await aSnitch();
  for (let i = 0; i < 9; i += 1) await recordCheckIn(aCheckIn({ token: snitch.token }));
  line.become("cut");

  const promised = await Promise.all(
    [1, 2, 3].map((s) => recordCheckIn(aCheckIn({ token: snitch.token, at: at(s) }))),
  );
  line.become("sound");
  await settled();
  const later = await recordCheckIn(aCheckIn({ token: snitch.token, at: at(4) }));

  expect([...promised, later].map(({ kind }) => kind)).toEqual([
    "recorded",
    "recorded",
    "recorded",
    "limited",
  ]);
  expect(await db.checkIn.count({ where: { snitchId: snitch.id, accepted: true } })).toBe(12);
});

test("with neither the database nor a place to write, a check-in is said to be lost, and the next is heard again", async () => {
  const snitch = await aSnitch();
  await rm(FOLDER, { recursive: true, force: true });
  await writeFile(FOLDER, "no folder");
  line.become("cut");

  const lost = await recordCheckIn(aCheckIn({ token: snitch.token }));
  await rm(FOLDER);
  const kept = await recordCheckIn(aCheckIn({ token: snitch.token, at: at(1) }));

  expect([lost.kind, kept.kind]).toEqual(["lost", "recorded"]);
});
