import { expect, test } from "vitest";
import { record } from "@/lib/check-ins/record";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { NO_FACTS } from "@/lib/rules/runs/run";
import type { SnitchState } from "@/lib/rules/state/snitch-state";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { pauseSnitch } from "./pause";
import { sweepDeadlines } from "./sweep";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);
const sweep = (time: string) => sweepDeadlines(at(time), NEVER_LOST_MS);

async function aPendingSnitch(given: Partial<Pick<SnitchState, "maxRuntime" | "schedule" | "grace">> = {}) {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  return aSnitch({ caseId, interval: "15_minute", ...given });
}

type Snitch = Awaited<ReturnType<typeof aPendingSnitch>>;

const aSignal = ({ token }: Snitch, time: string, kind: "start" | "finish") => ({
  ...PLAIN_CHECK_IN,
  id: newId(at(time)),
  token,
  at: at(time),
  signal: { ...NO_FACTS, kind, rid: null, isInPath: true },
});

const send = (snitch: Snitch, time: string, kind: "start" | "finish") =>
  record([aSignal(snitch, time, kind)], { replayed: false });

async function read({ id }: Snitch) {
  const { status, deadline } = await db.snitch.findUniqueOrThrow({ where: { id } });
  const alerts = await db.alert.findMany({
    where: { snitchId: id },
    include: { emails: true },
    orderBy: { id: "asc" },
  });
  return {
    status,
    deadline,
    alerts: alerts.map(
      ({ kind, from, at, emails }) =>
        `${kind} from ${from} ${at.toISOString().slice(11, 16)}, ${emails.length} emails`,
    ),
  };
}

test("a job that starts for the first time and never ends is missing when its interval is over", async () => {
  const snitch = await aPendingSnitch();
  await send(snitch, "10:03", "start");
  await sweep("10:30:59");
  expect(await read(snitch)).toEqual({ status: "pending", deadline: at("10:30"), alerts: [] });
  await sweep("10:31");
  expect(await read(snitch)).toMatchObject({
    status: "failed",
    alerts: ["missing from pending 10:30, 1 emails"],
  });

  await send(snitch, "10:40", "finish");
  expect(await read(snitch)).toMatchObject({
    status: "healthy",
    alerts: ["missing from pending 10:30, 1 emails", "reporting from failed 10:40, 1 emails"],
  });
});

test("with a longest runtime, the first run is missing at its limit", async () => {
  const snitch = await aPendingSnitch({ maxRuntime: 300 });
  await send(snitch, "10:03", "start");
  await sweep("10:09");
  expect(await read(snitch)).toMatchObject({
    status: "failed",
    alerts: ["missing from pending 10:08, 1 emails"],
  });
});

test("a start and a finish that a journal replays late raise no alert, in any order", async () => {
  for (const kinds of [
    ["start", "finish"],
    ["finish", "start"],
  ] as const) {
    const snitch = await aPendingSnitch();
    const times = { start: "10:03", finish: "10:12" };
    for (const kind of kinds) await record([aSignal(snitch, times[kind], kind)], { replayed: true });
    expect(await read(snitch)).toMatchObject({
      status: "healthy",
      deadline: at("10:30"),
      alerts: ["reporting from pending 10:12, 0 emails"],
    });
  }
});

test("a pending snitch that has started cannot be paused, as before", async () => {
  const snitch = await aPendingSnitch();
  await send(snitch, "10:03", "start");
  const until = { until: "healthy", endsAt: null } as const;
  await expect(pauseSnitch(snitch.caseId, snitch.token, until, at("10:05"), ACTOR)).rejects.toMatchObject({
    type: "resource_invalid",
  });
  expect(await read(snitch)).toMatchObject({ status: "pending", deadline: at("10:30") });
});

test("a pending snitch that has not started has no deadline, however long it waits", async () => {
  const snitch = await aPendingSnitch();
  await sweepDeadlines(new Date("2026-06-10T00:00Z"), NEVER_LOST_MS);
  expect(await read(snitch)).toEqual({ status: "pending", deadline: null, alerts: [] });
});
