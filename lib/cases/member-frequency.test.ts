import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCaseWith, by } from "@/lib/testing/members";
import { changeMemberFrequency, findMemberFrequency } from "./member-frequency";
import { updateCase } from "./update";

test("a viewer, too, chooses how often they are e-mailed, and the case’s log says so", async () => {
  const { caseId, val, ada } = await aCaseWith({ val: "viewer", ada: "owner" });

  await changeMemberFrequency(caseId, val.id, "daily", by(val));
  await changeMemberFrequency(caseId, val.id, "daily", by(val));

  expect(await findMemberFrequency(caseId, val.id)).toBe("daily");
  expect(await findMemberFrequency(caseId, ada.id)).toBeNull();
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    {
      action: "recipient.changed",
      resourceName: val.email,
      facts: { frequency: { from: null, to: "daily" } },
    },
  ]);
});

test("a person outside the case has no such choice", async () => {
  const { caseId } = await aCaseWith({ ada: "owner" });
  const { eve } = await aCaseWith({ eve: "owner" });

  await expect(changeMemberFrequency(caseId, eve.id, "first", by(eve))).rejects.toMatchObject({
    type: "resource_not_found",
  });
});

test("the case’s setting is changed with its other settings, and recorded", async () => {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });

  await updateCase(caseId, { name: "Acme", alertEmail: null, emailFrequency: "hourly" }, by(ada));
  await updateCase(caseId, { name: "Acme", alertEmail: null }, by(ada));

  expect(await db.case.findUnique({ where: { id: caseId } })).toMatchObject({ emailFrequency: "hourly" });
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "case.changed", facts: { email_frequency: { from: "every", to: "hourly" } } },
  ]);
});
