import { expect, test } from "vitest";
import { createPartitions } from "@/lib/check-ins/partitions";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { intervalOf } from "@/lib/rules/interval";
import { listHistory } from "@/lib/snitches/history";
import { countByStatus } from "@/lib/snitches/list";
import { NEVER_LOST_MS } from "@/lib/testing/connection";
import { aCase } from "@/lib/testing/factories";
import { addCrowd } from "./crowd";

const now = new Date();

test("a crowd has snitches in every state, a history that agrees with them, and nobody who is due", async () => {
  const owner = await aCase();
  await createPartitions(now);
  await addCrowd(owner.id, 400, now);

  const counts = await countByStatus(owner.id);
  expect(Object.values(counts).every((count) => count > 0)).toBe(true);
  expect(await sweepDeadlines(new Date(now.getTime() + 1_000), NEVER_LOST_MS)).toBe(0);

  const healthy = await db.snitch.findMany({ where: { caseId: owner.id, status: "healthy" } });
  const watched = healthy.map((snitch) => ({ id: snitch.id, interval: intervalOf(snitch) }));
  const outcomes = [...(await listHistory(watched, 14, now)).values()].flat().map(({ outcome }) => outcome);
  expect(new Set(outcomes)).toEqual(new Set(["healthy", "open"]));
});
