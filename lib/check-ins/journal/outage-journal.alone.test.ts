import { randomBytes } from "node:crypto";
import { mkdir, readdir, rm, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import path from "node:path";
import { afterAll, afterEach, expect, test } from "vitest";
import { newId } from "@/lib/platform/new-id";
import { processStartTime } from "@/lib/platform/process-start-time.mjs";
import type { CheckIn } from "@/lib/rules/reports/check-in";
import { eventually } from "@/testing/eventually";
import { openFlakyConnection } from "@/testing/flaky-connection";
import { formatLine } from "./line";

const DATA = path.resolve(".data", "test", `journal-${process.pid}`);
const FOLDER = path.join(DATA, "journal");
const connection = await openFlakyConnection(process.env.DATABASE_URL ?? "");
process.env.DATABASE_URL = connection.url;
process.env.DATA_DIR = DATA;
const { db } = await import("@/lib/platform/db");
const { aSnitch, PLAIN_CHECK_IN } = await import("@/testing/factories");
const { compressOutput } = await import("@/lib/runs/outputs/compress");
const { readOutput } = await import("@/lib/runs/outputs/read");
const { execute } = await import("@/lib/check-ins/connection");
const { openToCheckIns, recordCheckIn } = await import("@/lib/check-ins/batcher");

const tuesday = new Date("2026-03-10T10:37:12.345Z");
const at = (seconds: number) => new Date(tuesday.getTime() + seconds * 1_000);
const aCheckIn = (overrides: Partial<CheckIn> & { token: string }) => ({
  ...PLAIN_CHECK_IN,
  at: tuesday,
  ...overrides,
});

const listCheckIns = (snitchId: string) =>
  db.checkIn.findMany({ where: { snitchId }, orderBy: { at: "asc" } });
/** Resolves when everything is recorded: no journal is left on the disk or in the database. */
const replayed = () =>
  eventually(async () => {
    expect(await readdir(FOLDER)).toEqual([]);
    expect(await db.journal.count()).toBe(0);
  });

afterEach(async () => {
  connection.become("sound");
  await replayed();
});
afterAll(() => rm(DATA, { recursive: true, force: true }));

test("check-ins during an outage are accepted, and recorded afterwards in order and with their own times", async () => {
  const snitch = await aSnitch();
  connection.become("cut");

  const accepted = [];
  for (const [i, exitStatus] of ["", "1", "", "2", ""].entries())
    accepted.push(await recordCheckIn(aCheckIn({ token: snitch.token, exitStatus, at: at(i) })));
  connection.become("sound");
  const later = await recordCheckIn(aCheckIn({ token: snitch.token, exitStatus: "3", at: at(5) }));
  await replayed();

  expect([...accepted, later].map(({ kind }) => kind)).toEqual(Array(6).fill("recorded"));
  const history = await listCheckIns(snitch.id);
  expect(history.map((row) => [row.at, row.exitStatus])).toEqual(
    ["", "1", "", "2", "", "3"].map((exitStatus, i) => [at(i), exitStatus]),
  );
  const alerts = await db.alert.findMany({ where: { snitchId: snitch.id }, orderBy: { at: "asc" } });
  expect(alerts.map(({ kind }) => kind).join()).toBe("reporting,errored,reporting,errored,reporting,errored");
});

test("a check-in whose commit succeeded without a response is recorded once", async () => {
  const snitches = await Promise.all([aSnitch(), aSnitch(), aSnitch()]);
  const recorded = snitches.map(({ token }) => recordCheckIn(aCheckIn({ token })));
  connection.become("deaf");
  const more = snitches.map(({ token }) => recordCheckIn(aCheckIn({ token, at: at(1) })));

  // The database stays missing for longer than the timeout of a check-in.
  expect((await Promise.all([...recorded, ...more])).map(({ kind }) => kind)).toEqual(
    Array(6).fill("recorded"),
  );
  connection.become("sound");
  await replayed();

  for (const { id } of snitches) expect(await listCheckIns(id)).toMatchObject([{ at: at(0) }, { at: at(1) }]);
});

test("with a database that hangs, every check-in is recorded exactly once", async () => {
  const snitch = await aSnitch();
  connection.become("silent");

  const accepted = await Promise.all(
    [0, 1, 2].map((s) => recordCheckIn(aCheckIn({ token: snitch.token, at: at(s) }))),
  );
  connection.become("sound");
  await replayed();

  expect(accepted.map(({ kind }) => kind)).toEqual(Array(3).fill("recorded"));
  expect(await listCheckIns(snitch.id)).toHaveLength(3);
});

test("runs that start, print and finish during an outage are recorded as if there had been none", async () => {
  const snitch = await aSnitch();
  const signal = {
    kind: "start" as const,
    rid: "7",
    reportedMs: null,
    host: "db1",
    env: "",
    metrics: {},
    isInPath: true,
  };
  // Incompressible, so that its line is as long as lines can be.
  const tail = randomBytes(1_000_000);
  const output = (await compressOutput({ head: tail, tail, bytes: 1_000_000 })) ?? undefined;
  connection.become("cut");

  const results = [
    await recordCheckIn(aCheckIn({ token: snitch.token, at: at(0), signal })),
    await recordCheckIn(
      aCheckIn({
        token: snitch.token,
        at: at(60),
        signal: { ...signal, kind: "finish" },
        exitStatus: "3",
        output,
      }),
    ),
    await recordCheckIn(aCheckIn({ token: snitch.token, at: at(61), signal: { ...signal, kind: "log" } })),
  ];
  connection.become("sound");
  await replayed();

  expect(results.map(({ kind }) => kind)).toEqual(Array(3).fill("recorded"));
  const [run, ...others] = await db.run.findMany({ where: { snitchId: snitch.id } });
  expect(others).toEqual([]);
  expect(run).toMatchObject({ outcome: "failed", exitStatus: "3", durationMs: 60_000, host: "db1" });
  expect((await readOutput(run?.outputId ?? ""))?.data.equals(tail)).toBe(true);
});

test("the journal of a killed process is replayed at the next start, each check-in once and without an incomplete last line", async () => {
  const [snitch, deleted] = [await aSnitch(), await aSnitch()];
  const checkIns = [0, 1, 2].map((s) => ({ id: newId(), ...aCheckIn({ token: snitch.token, at: at(s) }) }));
  const unknown = { id: newId(), ...aCheckIn({ token: deleted.token }) };
  await db.snitch.delete({ where: { id: deleted.id } });
  await recordCheckIn(checkIns[0] as CheckIn);
  const incompleteLine = formatLine({ id: newId(), ...aCheckIn({ token: snitch.token, at: at(3) }) }).slice(
    0,
    -20,
  );
  await mkdir(FOLDER, { recursive: true });
  const file = path.join(FOLDER, `${newId()}~${hostname().replace(/[^\w.-]/g, "_")}~4194305~1.journal`);
  await writeFile(file, [...checkIns, unknown].map(formatLine).join("") + incompleteLine);

  await openToCheckIns({ listens: false });
  await replayed();

  expect((await listCheckIns(snitch.id)).map(({ id }) => id)).toEqual(checkIns.map(({ id }) => id));
});

test("a journal from before a restart of the machine is adopted, even if its writer had the same process id and start time", async () => {
  const snitch = await aSnitch();
  const left = { id: newId(), ...aCheckIn({ token: snitch.token }) };
  const host = hostname().replace(/[^\w.-]/g, "_");
  await mkdir(FOLDER, { recursive: true });
  const owner = `${host}~${process.pid}~${processStartTime(process.pid)}-another-boot`;
  await writeFile(path.join(FOLDER, `${newId()}~${owner}.journal`), formatLine(left));

  await openToCheckIns({ listens: false });
  await replayed();

  expect((await listCheckIns(snitch.id)).map(({ id }) => id)).toEqual([left.id]);
});

test("an outage in the middle of a statement causes no unhandled rejection", async () => {
  const unhandled: unknown[] = [];
  const collect = (reason: unknown) => unhandled.push(reason);
  process.on("unhandledRejection", collect);
  await execute("SELECT 1", []);
  connection.become("silent");

  await expect(execute("SELECT 1", [])).rejects.toThrow("timeout");

  // Node emits `unhandledRejection` only after the other pending callbacks.
  await new Promise((resolve) => setTimeout(resolve, 50));
  process.off("unhandledRejection", collect);
  expect(unhandled).toEqual([]);
});

test("if an outage starts while journals are adopted, all of them are replayed afterwards", async () => {
  const [snitch, other] = [await aSnitch(), await aSnitch()];
  await mkdir(FOLDER, { recursive: true });
  const host = hostname().replace(/[^\w.-]/g, "_");
  const left = Array.from({ length: 300 }, (_, i) => ({
    id: newId(),
    ...aCheckIn({ token: other.token, at: at(i), message: "x".repeat(2_000) }),
  }));
  for (const checkIn of left)
    await writeFile(path.join(FOLDER, `${newId()}~${host}~4194305~1.journal`), formatLine(checkIn));
  connection.become("cut");

  const adopted = openToCheckIns({ listens: false });
  const { kind } = await recordCheckIn(aCheckIn({ token: snitch.token }));
  await adopted;
  connection.become("sound");
  await replayed();

  expect(kind).toBe("recorded");
  expect(await listCheckIns(snitch.id)).toHaveLength(1);
  expect(await listCheckIns(other.id)).toHaveLength(left.length);
});

test("check-ins that the journal accepted are recorded beyond the rate limit, which applies again afterwards", async () => {
  const snitch = await aSnitch();
  for (let i = 0; i < 9; i += 1) await recordCheckIn(aCheckIn({ token: snitch.token }));
  connection.become("cut");

  const accepted = await Promise.all(
    [1, 2, 3].map((s) => recordCheckIn(aCheckIn({ token: snitch.token, at: at(s) }))),
  );
  connection.become("sound");
  await replayed();
  const later = await recordCheckIn(aCheckIn({ token: snitch.token, at: at(4) }));

  expect([...accepted, later].map(({ kind }) => kind)).toEqual([
    "recorded",
    "recorded",
    "recorded",
    "limited",
  ]);
  expect(await db.checkIn.count({ where: { snitchId: snitch.id, accepted: true } })).toBe(12);
});

test("of a job that runs every 30 seconds, every report during an outage is accepted", async () => {
  const snitch = await aSnitch({ schedule: "every 30 seconds", interval: "1_minute" });
  expect(await recordCheckIn(aCheckIn({ token: snitch.token }))).toMatchObject({ kind: "recorded" });
  connection.become("cut");

  const kinds = [];
  for (let i = 1; i <= 40; i += 1)
    kinds.push((await recordCheckIn(aCheckIn({ token: snitch.token, at: at(30 * i) }))).kind);
  connection.become("sound");
  await replayed();

  expect(new Set(kinds)).toEqual(new Set(["recorded"]));
  expect(await db.checkIn.count({ where: { snitchId: snitch.id, accepted: true } })).toBe(41);
});

test("without the database and the disk a check-in is lost, and the next one is accepted again", async () => {
  const snitch = await aSnitch();
  // What looks for journals of other processes may make the folder again in between.
  await eventually(async () => {
    await rm(FOLDER, { recursive: true, force: true });
    await writeFile(FOLDER, "no folder");
  });
  connection.become("cut");

  const lost = await recordCheckIn(aCheckIn({ token: snitch.token }));
  await rm(FOLDER);
  const kept = await recordCheckIn(aCheckIn({ token: snitch.token, at: at(1) }));

  expect([lost.kind, kept.kind]).toEqual(["lost", "recorded"]);
});

test("a check-in whose line is longer than what is read at once is recorded, and so are its neighbours", async () => {
  const snitch = await aSnitch();
  connection.become("cut");

  // As long as an email may be, and each of its characters needs six in JSON.
  const filtered = { via: "mail", subject: "", body: "\u001b".repeat(1_000_000) } as const;
  const accepted = [];
  for (const [i, more] of [{}, { filtered }, {}].entries())
    accepted.push(await recordCheckIn(aCheckIn({ token: snitch.token, at: at(i), ...more })));
  connection.become("sound");
  await replayed();

  expect(accepted.map(({ kind }) => kind)).toEqual(Array(3).fill("recorded"));
  expect((await listCheckIns(snitch.id)).map((row) => row.at)).toEqual([at(0), at(1), at(2)]);
});
