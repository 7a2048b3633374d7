import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aSnitch } from "@/testing/factories";
import { deleteOldAlerts } from "./delete-old-alerts";

test("alerts and their emails are deleted after two years", async () => {
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

test("incidents that ended two years ago are deleted, and open ones are kept however old they are", async () => {
  const { id: snitchId, caseId } = await aSnitch({ status: "failed" });
  const anIncident = (openedAt: string, closedAt: string | null) =>
    db.incident.create({
      data: {
        caseId,
        snitchId,
        cause: "missed",
        severity: "critical",
        badCount: 1,
        openedAt: new Date(openedAt),
        ...(closedAt && { closedAt: new Date(closedAt), closedBy: "reported" }),
      },
    });
  await anIncident("2024-03-01T00:00Z", "2024-03-09T00:00Z");
  const recent = await anIncident("2024-03-01T00:00Z", "2024-03-11T00:00Z");
  const open = await anIncident("2023-03-01T00:00Z", null);

  await deleteOldAlerts(new Date("2026-03-10T00:00Z"));

  const kept = await db.incident.findMany({ where: { snitchId }, orderBy: { id: "asc" } });
  expect(kept.map(({ id }) => id)).toEqual([recent.id, open.id]);
});

test("fire drills are deleted after two years, with what they sent", async () => {
  const { id: caseId } = await aCase();
  const aDrill = (startedAt: string) =>
    db.drill.create({
      data: {
        caseId,
        startedAt: new Date(startedAt),
        startedBy: "ada@acme.test",
        emails: { create: { caseId, kind: "drill", address: "ops@acme.test" } },
      },
    });
  await aDrill("2024-03-09T00:00Z");
  const recent = await aDrill("2024-03-11T00:00Z");

  await deleteOldAlerts(new Date("2026-03-10T00:00Z"));

  expect(await db.drill.findMany({ where: { caseId } })).toMatchObject([{ id: recent.id }]);
  expect(await db.email.findMany({ where: { caseId } })).toMatchObject([{ drillId: recent.id }]);
});
