import { expect, test } from "vitest";
import { OPERATOR } from "@/lib/audit/record";
import { pauseSnitch } from "@/lib/monitoring/pause";
import { db } from "@/lib/platform/db";
import { aCase, aSnitch } from "@/testing/factories";
import { forEachSnitch } from "./for-each";

const tuesday = new Date("2026-03-10T00:00Z");
const untilHealthy = { until: "healthy", endsAt: null } as const;

test("a refusal for one snitch is reported and does not stop the others", async () => {
  const { id: caseId } = await aCase();
  const pending = await aSnitch({ caseId, name: "Import" });
  const healthy = await aSnitch({ caseId, status: "healthy" });
  const ofAnotherCase = await aSnitch({ name: "Other", status: "healthy" });
  const snitches = [pending, ofAnotherCase, healthy];

  expect(
    await forEachSnitch(snitches, ({ token }) => pauseSnitch(caseId, token, untilHealthy, tuesday, OPERATOR)),
  ).toEqual({
    done: 1,
    refused: [
      { reason: "can’t be paused before the first check-in", names: ["Import"] },
      { reason: "no such snitch", names: ["Other"] },
    ],
  });
  const readStatus = async (id: string) => (await db.snitch.findUniqueOrThrow({ where: { id } })).status;
  expect([await readStatus(healthy.id), await readStatus(ofAnotherCase.id)]).toEqual(["paused", "healthy"]);
});

test("an error that is not a refusal is thrown", async () => {
  await expect(
    forEachSnitch([{ name: "Import" }], () => Promise.reject(new Error("broken"))),
  ).rejects.toThrow("broken");
});
