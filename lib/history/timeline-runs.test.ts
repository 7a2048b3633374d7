import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { insertCheckIns } from "@/lib/check-ins/insert";
import { query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";
import { listCheckInsOfRun } from "./list-check-ins-of-run";
import { listTimeline } from "./timeline";
import type { Entry, TimelineFilter } from "./timeline-entries";

const tuesday = new Date("2026-03-10T00:00Z");
const minute = (n: number) => new Date(tuesday.getTime() + n * MINUTE_MS);

type Sent = { exitStatus?: string; message?: string; rid?: string };

const send = (token: string, at: Date, kind: "start" | "finish" | "log", sent: Sent = {}) =>
  recordCheckIn({
    token,
    at,
    exitStatus: sent.exitStatus ?? "",
    message: sent.message ?? "",
    method: "POST",
    address: "192.0.2.1",
    userAgent: "curl",
    signal: { ...NO_FACTS, kind, rid: sent.rid ?? null, isInPath: true },
  });

const formatLabel = (entry: Entry) => {
  if (entry.kind === "run") return [entry.run.outcome, entry.message].filter(Boolean).join(" ");
  if (entry.kind === "check_in") return [entry.signal, entry.message].filter(Boolean).join(" ");
  return entry.kind === "alert" ? entry.alert : entry.kind;
};

/** A snitch with a run that succeeded, one that failed, and one that is running. */
async function aSnitchWithRuns() {
  const snitch = await aSnitch({ createdAt: new Date("2026-03-01T00:00Z"), interval: "hourly" });
  const { token } = snitch;
  await send(token, minute(0), "start");
  await send(token, minute(1), "log", { message: "half done" });
  await send(token, minute(2), "finish", { exitStatus: "0", message: "42 rows" });
  await send(token, minute(60), "start", { rid: "second" });
  await send(token, minute(63), "finish", { exitStatus: "3", rid: "second" });
  await send(token, minute(120), "start", { rid: "third" });
  return snitch;
}

test.each<[TimelineFilter, string[]]>([
  ["all", ["running", "errored", "failed", "reporting", "log half done", "succeeded 42 rows"]],
  ["check_ins", ["running", "failed", "log half done", "succeeded 42 rows"]],
  ["errors", ["failed"]],
])("with the filter “%s”, a run is one entry instead of its start and its finish", async (filter, labels) => {
  const { id } = await aSnitchWithRuns();
  const { entries } = await listTimeline(id, filter, 25);
  expect(entries.map(formatLabel).filter((label) => label !== "reminder")).toEqual(labels);
});

test("page by page, every run and every other check-in is shown once", async () => {
  const snitch = await aSnitch({ createdAt: new Date("2026-03-01T00:00Z") });
  for (let i = 0; i < 6; i += 1) {
    await send(snitch.token, minute(60 * i), "start", { rid: `run-${i}` });
    await send(snitch.token, minute(60 * i + 1), "log", { rid: `run-${i}`, message: `log ${i}` });
    await send(snitch.token, minute(60 * i + 2), "finish", { rid: `run-${i}` });
  }
  const whole = await listTimeline(snitch.id, "check_ins", 100);
  expect(whole.entries.map(formatLabel)).toEqual(
    [5, 4, 3, 2, 1, 0].flatMap((i) => [`log log ${i}`, "succeeded"]),
  );
  for (const size of [1, 2, 5]) {
    const ids: string[] = [];
    let after: string | undefined;
    do {
      const { entries, next } = await listTimeline(snitch.id, "check_ins", size, { after });
      ids.push(...entries.map(({ id }) => id));
      after = next ?? undefined;
    } while (after);
    expect(ids).toEqual(whole.entries.map(({ id }) => id));
  }
});

test("a run has its start, its logs and its finish", async () => {
  const { id } = await aSnitchWithRuns();
  const { entries } = await listTimeline(id, "check_ins", 25);
  const [run] = entries.flatMap((entry) => (entry.kind === "run" && entry.message ? [entry.run] : []));
  if (!run) throw new Error("There is no such run.");

  const checkIns = await listCheckInsOfRun(id, run);
  expect(checkIns.map(({ kind, message }) => `${kind} ${message}`)).toEqual([
    "start ",
    "log half done",
    "finish 42 rows",
  ]);
});

test("a check-in that is part of no run stays an entry of its own", async () => {
  const snitch = await aSnitchWithRuns();
  const checkIn = {
    ...PLAIN_CHECK_IN,
    id: newId(),
    token: snitch.token,
    at: minute(90),
    exitStatus: "0",
    message: "by hand",
  };
  await insertCheckIns(query, [{ checkIn, snitchId: snitch.id, accepted: true }], false);

  const { entries } = await listTimeline(snitch.id, "check_ins", 2);
  expect(entries.map(formatLabel)).toEqual(["running", "finish by hand"]);
});
