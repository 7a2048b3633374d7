import { expect, test } from "vitest";
import { listHistory } from "@/lib/history/list-history";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { intervalOf } from "@/lib/rules/schedule/interval";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { summarizeSnitches } from "@/lib/snitches/list";
import { createPartitions } from "@/lib/storage/maintain-partitions";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase } from "@/testing/factories";
import { addManySnitches } from "./many-snitches";
import { isHealthyNumber } from "./spread";

const now = new Date();

test("the added snitches are in every state, have a history that agrees, and are not due", async () => {
  const theCase = await aCase();
  await createPartitions(now);
  await addManySnitches(theCase.id, 400, now);

  const { counts } = await summarizeSnitches(theCase.id, now);
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  expect(await sweepDeadlines(new Date(now.getTime() + 1_000), NEVER_LOST_MS)).toBe(0);

  const added = await db.snitch.findMany({ where: { caseId: theCase.id } });
  for (const { name, status } of added)
    expect(status === "healthy", name).toBe(isHealthyNumber(Number(/\d+$/.exec(name)?.[0])));
  const healthy = added.filter(({ status }) => status === "healthy");
  const snitches = healthy.map((snitch) => ({
    id: snitch.id,
    caseId: theCase.id,
    ...calendarTerms(intervalOf(snitch)),
  }));
  const outcomes = [...(await listHistory(snitches, 14, now)).bars.values()]
    .flat()
    .map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(["healthy", "open"]));
});
