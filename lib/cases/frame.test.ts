import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aMember, anIncident, aSnitch } from "@/testing/factories";
import { findCaseFrame } from "./frame";

test("the frame of a case has the cases of the user, oldest first, and counts the open incidents of this one, those of a machine that is not reporting once", async () => {
  const [first, second, foreign] = [await aCase(), await aCase(), await aCase()];
  const { id: userId } = await aMember({ caseId: second.id });
  await db.member.create({ data: { caseId: first.id, userId, role: "viewer" } });
  for (const { id: caseId } of [first, second, second, foreign])
    await anIncident({ snitch: await aSnitch({ caseId }) });

  const host = { host: "db7", severity: "info", lastHeardAt: new Date(), openedAt: new Date() } as const;
  const { id: machineIncidentId } = await db.machineIncident.create({ data: { caseId: second.id, ...host } });
  for (const _ of [1, 2])
    await anIncident({ snitch: await aSnitch({ caseId: second.id }), machineIncidentId });

  const { cases, openIncidents } = await findCaseFrame(second.id, userId);

  expect(cases).toEqual([first, second].map(({ id, name }) => ({ id, name })));
  expect(openIncidents).toBe(3);
});
