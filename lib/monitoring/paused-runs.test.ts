import { expect, test } from "vitest";
import { record } from "@/lib/check-ins/record";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { pauseSnitch, unpauseSnitch } from "./pause";
import { sweepDeadlines } from "./sweep";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const UNTIL_UNPAUSED = { until: "unpaused", endsAt: null } as const;

/** A healthy snitch whose runs may take ten minutes. */
const aWatchedSnitch = () =>
  aSnitch({ status: "healthy", deadline: new Date("2026-03-12T00:00Z"), maxRuntime: 600 });

type Snitch = Awaited<ReturnType<typeof aWatchedSnitch>>;

const send = (
  { token }: Snitch,
  time: string,
  kind: "start" | "finish",
  given: { rid?: string; exitStatus?: string } = {},
) =>
  record(
    [
      {
        ...PLAIN_CHECK_IN,
        id: newId(at(time)),
        token,
        at: at(time),
        exitStatus: given.exitStatus ?? "",
        signal: { ...NO_FACTS, kind, rid: given.rid ?? null, isInPath: true },
      },
    ],
    { replayed: true },
  );

const pause = ({ caseId, token }: Snitch, time: string, terms: Parameters<typeof pauseSnitch>[2]) =>
  pauseSnitch(caseId, token, terms, at(time), ACTOR);
const unpause = ({ caseId, token }: Snitch, time: string) => unpauseSnitch(caseId, token, at(time), ACTOR);
const sweep = (time: string) => sweepDeadlines(at(time), NEVER_LOST_MS);

async function read({ id }: Snitch) {
  const { status, running } = await db.snitch.findUniqueOrThrow({ where: { id } });
  const runs = await db.run.findMany({ where: { snitchId: id }, orderBy: { at: "asc" } });
  const alerts = await db.alert.findMany({ where: { snitchId: id, kind: "missing" } });
  return {
    status,
    running,
    outcomes: runs.map(({ outcome }) => outcome),
    alerts: alerts.map((one) => one.at),
  };
}

test("a pause abandons the runs that are running, and no one is alerted about them afterwards", async () => {
  const snitch = await aWatchedSnitch();
  await send(snitch, "03:00", "start", { rid: "a" });
  await send(snitch, "03:01", "start");
  await pause(snitch, "03:05", UNTIL_UNPAUSED);
  expect(await read(snitch)).toMatchObject({ running: 0, outcomes: ["abandoned", "abandoned"] });

  await sweep("03:30");
  await unpause(snitch, "04:00");
  await sweep("05:00");

  expect(await read(snitch)).toEqual({
    status: "healthy",
    running: 0,
    outcomes: ["abandoned", "abandoned"],
    alerts: [],
  });
});

test("a run whose limit is after the pause is not alerted either, and its finish still ends it", async () => {
  const snitch = await aWatchedSnitch();
  await send(snitch, "03:00", "start", { rid: "a" });
  await pause(snitch, "03:05", { until: "time", endsAt: at("03:08") });
  await sweep("03:30");
  expect(await read(snitch)).toMatchObject({ status: "healthy", alerts: [], outcomes: ["abandoned"] });

  await send(snitch, "03:40", "finish", { rid: "a" });
  expect(await read(snitch)).toMatchObject({ status: "healthy", alerts: [], outcomes: ["succeeded"] });
});

test("a run that begins and overruns within a pause is abandoned, and leaves the status before it", async () => {
  const snitch = await aWatchedSnitch();
  await pause(snitch, "03:00", UNTIL_UNPAUSED);
  await send(snitch, "03:05", "start");
  await sweep("03:30");
  await unpause(snitch, "04:00");
  await sweep("05:00");

  expect(await read(snitch)).toEqual({ status: "healthy", running: 0, outcomes: ["abandoned"], alerts: [] });
});

test("no alert is dated inside a pause that has just ended", async () => {
  const snitch = await aWatchedSnitch();
  await pause(snitch, "03:00", UNTIL_UNPAUSED);
  await send(snitch, "03:05:00", "start");
  await unpause(snitch, "03:15:30");
  await sweep("03:30");

  expect(await read(snitch)).toEqual({ status: "healthy", running: 0, outcomes: ["abandoned"], alerts: [] });
});

test("nor one by a check-in that ends the pause", async () => {
  const snitch = await aWatchedSnitch();
  await pause(snitch, "03:00", { until: "healthy", endsAt: null });
  await send(snitch, "03:05:00", "start", { rid: "a" });
  await send(snitch, "03:15:30", "finish", { rid: "b" });
  await sweep("03:30");

  expect(await read(snitch)).toMatchObject({ status: "healthy", running: 0, alerts: [] });
});

test("a run that begins in a pause and overruns after it is alerted", async () => {
  const snitch = await aWatchedSnitch();
  await pause(snitch, "03:00", UNTIL_UNPAUSED);
  await send(snitch, "03:05", "start");
  await unpause(snitch, "03:10");
  await sweep("03:30");

  expect(await read(snitch)).toMatchObject({
    status: "failed",
    alerts: [at("03:15")],
    outcomes: ["overran"],
  });
});

test("a run that a keep-alive shows after the pause is watched again", async () => {
  const snitch = await aWatchedSnitch();
  await send(snitch, "03:00", "start", { rid: "a" });
  await pause(snitch, "03:05", { until: "time", endsAt: at("03:08") });
  await sweep("03:09");
  await send(snitch, "03:09:30", "start", { rid: "a" });
  await sweep("03:30");

  expect(await read(snitch)).toMatchObject({ status: "failed", alerts: [at("03:19:30")] });
});

test.each([
  ["before the pause", "03:00"],
  ["within the pause", "03:06"],
])("a start from %s that a journal delivers after it is not alerted", async (_, time) => {
  const snitch = await aWatchedSnitch();
  await pause(snitch, "03:05", UNTIL_UNPAUSED);
  await unpause(snitch, "04:00");
  await send(snitch, time, "start", { rid: "a" });
  await sweep("04:30");

  expect(await read(snitch)).toEqual({ status: "healthy", running: 0, outcomes: ["abandoned"], alerts: [] });
});
