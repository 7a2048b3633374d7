import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aSnitch } from "@/testing/factories";
import { recomputeDeadlines } from "./recompute-deadlines";

const now = new Date("2026-05-08T12:00:00Z");

/** A deadline that an older database gave: Riga without its summer time. */
const OLD_DEADLINE = new Date("2026-05-09T06:30:00Z");

const aRigaSnitch = (attributes: object = {}) =>
  aSnitch({
    status: "healthy",
    interval: "daily",
    schedule: "30 7 * * *",
    timezone: "Europe/Riga",
    checkedInAt: new Date("2026-05-08T04:31:00Z"),
    deadline: OLD_DEADLINE,
    ...attributes,
  });

const readDeadline = async ({ id }: { id: string }) =>
  (await db.snitch.findUniqueOrThrow({ where: { id } })).deadline?.toISOString() ?? null;

test("a new time zone database gives every schedule its deadline again, and alerts no one", async () => {
  const checkedIn = await aRigaSnitch();
  const missingSinceYesterday = await aRigaSnitch({ checkedInAt: new Date("2026-05-06T04:31:00Z") });
  const paused = await aRigaSnitch({ status: "paused", deadline: null });
  const calendar = await aSnitch({ status: "healthy", interval: "daily", deadline: OLD_DEADLINE });

  expect(await recomputeDeadlines("2019a", now)).toBe(0);
  expect(await readDeadline(checkedIn)).toBe(OLD_DEADLINE.toISOString());

  expect(await recomputeDeadlines("2019b", now)).toBe(2);
  expect(await readDeadline(checkedIn)).toBe("2026-05-09T05:30:00.000Z");
  expect(await readDeadline(missingSinceYesterday)).toBe("2026-05-09T05:30:00.000Z");
  expect(await readDeadline(paused)).toBeNull();
  expect(await readDeadline(calendar)).toBe(OLD_DEADLINE.toISOString());
  expect(await db.alert.count()).toBe(0);

  expect(await recomputeDeadlines("2019b", now)).toBe(0);
});
