import { expect, test } from "vitest";
import { replayDeferred } from "@/lib/monitoring/replay-deferred";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { aSnitch } from "@/lib/testing/factories";

const tuesday = new Date("2026-03-10T00:00Z");
const tuesdayMorning = new Date("2026-03-10T08:00Z");
const thursdayMorning = new Date("2026-03-12T08:00Z");

test("what a check-in that waits has answered is never called missing, however late it is caught up with", async () => {
  const snitch = await aSnitch({
    status: "healthy",
    interval: "daily",
    deadline: tuesday,
    deferredSince: tuesdayMorning,
  });
  await db.checkIn.create({ data: { snitchId: snitch.id, at: tuesdayMorning, exitStatus: "" } });

  await sweepDeadlines(tuesdayMorning, NEVER_LOST_MS);
  await sweepDeadlines(thursdayMorning, NEVER_LOST_MS);
  await replayDeferred(NEVER_LOST_MS);
  await sweepDeadlines(new Date("2026-03-11T23:59Z"), NEVER_LOST_MS);

  const alerts = await db.alert.findMany({ where: { snitchId: snitch.id }, orderBy: { at: "asc" } });
  expect(alerts.map(({ kind, at }) => ({ kind, at }))).toEqual([
    { kind: "missing", at: tuesday },
    { kind: "reporting", at: tuesdayMorning },
  ]);
});
