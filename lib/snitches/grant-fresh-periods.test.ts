import { expect, test } from "vitest";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aSnitch } from "@/testing/factories";
import { grantFreshPeriods } from "./grant-fresh-periods";

const now = new Date("2026-03-10T12:34:56Z");
const yesterday = new Date("2026-03-09T00:00Z");
const tomorrow = new Date("2026-03-11T00:00Z");

test("a snitch whose deadline has passed gets a new deadline at the end of the next period", async () => {
  const overdue = await aSnitch({ status: "healthy", interval: "hourly", deadline: yesterday });
  const notDue = await aSnitch({ status: "errored", deadline: tomorrow });
  const paused = await aSnitch({ status: "paused" });

  expect(await grantFreshPeriods(now)).toBe(1);
  expect(await grantFreshPeriods(now)).toBe(0);
  await sweepDeadlines(now, NEVER_LOST_MS);

  const readDeadline = async ({ id }: { id: string }) =>
    (await db.snitch.findUniqueOrThrow({ where: { id } })).deadline;
  expect(await readDeadline(overdue)).toEqual(new Date("2026-03-10T14:00Z"));
  expect(await readDeadline(notDue)).toEqual(tomorrow);
  expect(await readDeadline(paused)).toBeNull();
  expect(await db.alert.count()).toBe(0);
});
