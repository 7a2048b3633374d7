import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aSnitch } from "@/testing/factories";
import { replayDeferred } from "./replay-deferred";
import { sweepDeadlines } from "./sweep";

const tuesday = new Date("2026-03-10T00:00Z");
const tuesdayMorning = new Date("2026-03-10T08:00Z");
const thursdayMorning = new Date("2026-03-12T08:00Z");

test("a period with a deferred check-in is never alerted as missed, however late the check-in is replayed", async () => {
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
