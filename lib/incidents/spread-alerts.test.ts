import { expect, test } from "vitest";
import { recordCheckIn } from "@/lib/check-ins/batcher";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { NO_FACTS } from "@/lib/rules/runs/run";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aSnitch, PLAIN_CHECK_IN } from "@/testing/factories";

const noon = new Date("2026-03-10T12:00Z");

const start = (token: string, rid: string) =>
  recordCheckIn({
    ...PLAIN_CHECK_IN,
    token,
    at: noon,
    signal: { ...NO_FACTS, kind: "start", rid, isInPath: true },
  });

test("runs that reach their limit at the same moment are alerted once each, a millisecond apart", async () => {
  const { id, token } = await aSnitch({ maxRuntime: 60, createdAt: new Date("2026-03-01T00:00Z") });
  for (const rid of ["a", "b", "c"]) await start(token, rid);
  const limit = noon.getTime() + MINUTE_MS;

  await sweepDeadlines(new Date(limit + MINUTE_MS), NEVER_LOST_MS);

  const alerts = await db.alert.findMany({
    where: { snitchId: id, cause: "overran" },
    orderBy: { at: "asc" },
  });
  expect(alerts.map(({ at }) => at.getTime() - limit)).toEqual([0, 1, 2]);
  expect(new Set(alerts.map(({ runId }) => runId)).size).toBe(3);
});
