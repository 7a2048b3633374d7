import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { aSnitch } from "@/testing/factories";
import { sweepLag } from "./sweep-lag";

const minutesAgo = (minutes: number) => new Date(Date.now() - minutes * MINUTE_MS);

test("without snitches the sweep has no lag", async () => {
  expect(await sweepLag()).toBe(0);
});

test("the lag counts from the oldest passed deadline, plus the minute that is allowed after it", async () => {
  await aSnitch({ status: "healthy", deadline: minutesAgo(-5) });
  await aSnitch({ status: "healthy", deadline: minutesAgo(0.5) });
  expect(await sweepLag()).toBe(0);

  await aSnitch({ status: "healthy", deadline: minutesAgo(5) });
  expect(Math.round((await sweepLag()) / MINUTE_MS)).toBe(4);
});

test("a check-in that moved the deadline and not yet what the sweep watches is not a lag", async () => {
  await db.snitch.deleteMany();
  const { id } = await aSnitch({ status: "healthy", deadline: minutesAgo(5) });
  await db.snitch.update({ where: { id }, data: { deadline: minutesAgo(-5) } });

  expect(await sweepLag()).toBe(0);
});

test("a pause that should have ended counts as well", async () => {
  await db.snitch.deleteMany();
  await aSnitch({ status: "paused", pauseUntil: "time", pauseEndsAt: minutesAgo(2) });
  expect(Math.round((await sweepLag()) / MINUTE_MS)).toBe(2);
});
