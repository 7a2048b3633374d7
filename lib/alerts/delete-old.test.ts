import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aSnitch } from "@/lib/testing/factories";
import { deleteOldAlerts } from "./delete-old";

test("alerts and their e-mails are deleted after two years", async () => {
  const { id: caseId } = await aCase();
  const snitch = await aSnitch({ caseId, status: "healthy" });
  const anAlert = (at: string) =>
    db.alert.create({
      data: { caseId, snitchId: snitch.id, kind: "missing", from: "healthy", to: "failed", at: new Date(at) },
    });
  const old = await anAlert("2024-03-09T00:00Z");
  await db.email.create({
    data: { caseId, snitchId: snitch.id, alertId: old.id, address: "ops@example.com" },
  });
  const recent = await anAlert("2024-03-11T00:00Z");

  await deleteOldAlerts(new Date("2026-03-10T00:00Z"));

  expect(await db.alert.findMany({ where: { snitchId: snitch.id } })).toMatchObject([{ id: recent.id }]);
  expect(await db.email.findMany({ where: { snitchId: snitch.id } })).toEqual([]);
});
