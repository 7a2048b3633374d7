import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { planText } from "@/testing/configuration";
import { aCase, aSnitch } from "@/testing/factories";
import { replayChanges } from "./replay-changes";

const tuesday = new Date("2026-03-10T12:00Z");
const threeOClock = new Date("2026-03-10T03:00Z");

/** A case with a job of three o'clock that was so many minutes late on each of the last days. */
async function aLateJob(delays: number[]) {
  const { id: caseId } = await aCase({ plan: "unlimited" });
  const createdAt = new Date(tuesday.getTime() - 60 * DAY_MS);
  const terms = { schedule: "0 3 * * *", grace: 300, key: "late", name: "Late" };
  const { id: snitchId } = await aSnitch({ caseId, ...terms, createdAt });
  await db.checkIn.createMany({
    data: delays.map((minutes, i) => ({
      snitchId,
      at: new Date(threeOClock.getTime() - (delays.length - 1 - i) * DAY_MS + minutes * MINUTE_MS),
      exitStatus: "0",
      method: "GET",
    })),
  });
  return caseId;
}

async function replay(caseId: string, attributes: string, signal = new AbortController().signal) {
  const text = `version: 1\nsnitches:\n  - {key: late, name: Late, schedule: 0 3 * * *, ${attributes}}`;
  const { problems, snitches } = await planText(caseId, text);
  expect(problems).toEqual([]);
  expect(snitches).toHaveLength(1);
  return [...(await replayChanges(caseId, snitches, tuesday, signal)).values()];
}

test("a change of margins, schedule or delay says how many alerts people would have had", async () => {
  const caseId = await aLateJob([0, 7, 0, 11, 1]);

  expect(await replay(caseId, "grace: 600")).toEqual([{ before: 2, after: 1 }]);
  expect(await replay(caseId, "grace: 700, notes: Patient")).toEqual([{ before: 2, after: 0 }]);
  expect(await replay(caseId, "grace: 300, alert_after: 2")).toEqual([{ before: 2, after: 0 }]);
});

test("nothing is said where a replay knows nothing, nor after its time", async () => {
  const caseId = await aLateJob([0, 7, 0, 11, 1]);

  expect(await replay(caseId, "grace: 300, notes: New")).toEqual([]);
  expect(await replay(caseId, "grace: 600, recover_after: 2")).toEqual([]);
  expect(await replay(caseId, "grace: 600", AbortSignal.abort())).toEqual([]);
  expect(await replay(await aLateJob([]), "grace: 600")).toEqual([]);
});
