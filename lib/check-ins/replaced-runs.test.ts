import { expect, test } from "vitest";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { NO_FACTS } from "@/lib/rules/runs/run";
import type { Signal } from "@/lib/rules/runs/signal";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { record } from "./record";

const at = (time: string) => new Date(`2026-03-10T${time}Z`);

/** A healthy snitch whose runs may take ten minutes. */
const aWatchedSnitch = (given: Parameters<typeof aSnitch>[0] = {}) =>
  aSnitch({ status: "healthy", deadline: new Date("2026-03-12T00:00Z"), maxRuntime: 600, ...given });

/** A signal of a job: when it arrives, what it says, and what is known of its run. */
type Sent = [
  time: string,
  kind: "start" | "finish" | "plain",
  said?: Partial<Signal> & { exitStatus?: string },
];

async function send(token: string, [time, kind, { exitStatus = "", ...said } = {}]: Sent) {
  const signal: Signal = {
    ...NO_FACTS,
    kind: kind === "start" ? "start" : "finish",
    rid: null,
    isInPath: true,
    ...said,
  };
  const checkIn = {
    ...PLAIN_CHECK_IN,
    id: newId(at(time)),
    token,
    at: at(time),
    exitStatus,
    ...(kind !== "plain" && { signal }),
  };
  expect(await record([checkIn], { replayed: true })).toMatchObject([{ kind: "recorded" }]);
}

/** What becomes of a snitch whose job sends this, an hour later. */
async function live(sent: Sent[], given: Parameters<typeof aSnitch>[0] = {}) {
  const { id, token } = await aWatchedSnitch(given);
  for (const one of sent) await send(token, one);
  await sweepDeadlines(at("05:00"), NEVER_LOST_MS);
  const { status, running } = await db.snitch.findUniqueOrThrow({ where: { id } });
  const runs = await db.run.findMany({ where: { snitchId: id }, orderBy: { at: "asc" } });
  const alerts = await db.alert.findMany({
    where: { snitchId: id, kind: "missing" },
    orderBy: { at: "asc" },
  });
  expect(running).toBe(runs.filter(({ outcome }) => outcome === "running").length);
  return {
    status,
    outcomes: Object.fromEntries(runs.map(({ rid, outcome }) => [rid ?? "", outcome])),
    alerts: alerts.map((alert) => alert.at),
  };
}

const HEALTHY = { status: "healthy", alerts: [] };
const ON_DB1 = { host: "db1" };

test("a machine that starts the job again has ended the run before, and no one is alerted", async () => {
  const sent: Sent[] = [
    ["03:00", "start", { rid: "a", ...ON_DB1 }],
    ["03:05", "start", { rid: "b", ...ON_DB1 }],
    ["03:06", "finish", { rid: "b", ...ON_DB1 }],
  ];
  expect(await live(sent)).toEqual({ ...HEALTHY, outcomes: { a: "abandoned", b: "succeeded" } });
});

test.each<[string, Partial<Signal>, Partial<Signal>]>([
  ["of another machine", { host: "db1" }, { host: "db2" }],
  ["of a machine that does not say its name", { host: "db1" }, {}],
  ["where none says its name", {}, {}],
  ["in another environment", { host: "db1", env: "production" }, { host: "db1", env: "staging" }],
])("a later run %s replaces none: each is watched", async (_, one, other) => {
  const sent: Sent[] = [
    ["03:00", "start", { rid: "a", ...one }],
    ["03:05", "start", { rid: "b", ...other }],
    ["03:06", "finish", { rid: "b", ...other }],
  ];
  expect(await live(sent)).toMatchObject({
    status: "failed",
    alerts: [at("03:10")],
    outcomes: { a: "overran" },
  });
});

test("a run that is repeated after the later one began is watched again", async () => {
  const sent: Sent[] = [
    ["03:00", "start", { rid: "a", ...ON_DB1 }],
    ["03:05", "start", { rid: "b", ...ON_DB1 }],
    ["03:06", "finish", { rid: "b", ...ON_DB1 }],
    ["03:07", "start", { rid: "a", ...ON_DB1 }],
  ];
  expect(await live(sent)).toMatchObject({
    status: "failed",
    alerts: [at("03:17")],
    outcomes: { a: "overran" },
  });
});

test("a run that was replaced can still say how it ended", async () => {
  const sent: Sent[] = [
    ["03:00", "start", { rid: "a", ...ON_DB1 }],
    ["03:05", "start", { rid: "b", ...ON_DB1 }],
    ["03:06", "finish", { rid: "a", ...ON_DB1, exitStatus: "3" }],
    ["03:07", "finish", { rid: "b", ...ON_DB1 }],
  ];
  expect(await live(sent)).toMatchObject({ ...HEALTHY, outcomes: { a: "failed", b: "succeeded" } });
});

test("a run that had exceeded its limit before the later one began is alerted, although the sweep was late", async () => {
  const sent: Sent[] = [
    ["03:00", "start", { rid: "a", ...ON_DB1 }],
    ["03:30", "start", { rid: "b", ...ON_DB1 }],
    ["03:31", "finish", { rid: "b", ...ON_DB1 }],
  ];
  expect(await live(sent)).toMatchObject({ alerts: [at("03:10")], outcomes: { a: "overran" } });
});

test("a job that begins again and again and never ends is missing", async () => {
  const hourly = {
    schedule: "0 * * * *",
    grace: 300,
    maxRuntime: 7_200,
    deadline: at("01:05"),
    status: "healthy",
  } as const;
  const sent = ["01:00", "02:00", "03:00", "04:00"].map(
    (time): Sent => [time, "start", { rid: `run-${time}`, ...ON_DB1 }],
  );
  expect(await live(sent, hourly)).toMatchObject({ status: "failed" });
});

test.each<[string, Sent[]]>([
  [
    "the start of the earlier run",
    [
      ["03:05", "start", { rid: "b", ...ON_DB1 }],
      ["03:06", "finish", { rid: "b", ...ON_DB1 }],
      ["03:00", "start", { rid: "a", ...ON_DB1 }],
    ],
  ],
  [
    "the start of an exclusive run that a plain check-in followed",
    [
      ["03:06", "plain"],
      ["03:00", "start", { rid: "a", exclusive: true }],
    ],
  ],
  [
    "the start of an exclusive run that another one followed",
    [
      ["03:05", "start", { rid: "b", exclusive: true }],
      ["03:06", "finish", { rid: "b", exclusive: true }],
      ["03:00", "start", { rid: "a", exclusive: true }],
    ],
  ],
  [
    "the start of an exclusive run that a failure followed",
    [
      ["03:05", "finish", { rid: "b", exclusive: true, exitStatus: "1" }],
      ["03:06", "finish", { rid: "b", exclusive: true }],
      ["03:00", "start", { rid: "a", exclusive: true }],
    ],
  ],
])("%s that arrives last is abandoned, too", async (_, sent) => {
  expect(await live(sent)).toMatchObject({ ...HEALTHY, outcomes: { a: "abandoned" } });
});

test("a native run is not replaced by a ping of a protocol with one open run", async () => {
  const sent: Sent[] = [
    ["03:00", "start", { rid: "a" }],
    ["03:05", "start", { rid: "b", exclusive: true }],
    ["03:06", "plain"],
  ];
  expect(await live(sent)).toMatchObject({
    alerts: [at("03:10")],
    outcomes: { a: "overran", b: "abandoned" },
  });
});
