import { expect, test } from "vitest";
import { createCase } from "@/lib/cases/create";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { changePlan } from "@/lib/cases/operator";
import { updateCase } from "@/lib/cases/update";
import { addWebhook } from "@/lib/channels/add";
import { removeChannel } from "@/lib/channels/remove";
import { pauseSnitch, unpauseSnitch } from "@/lib/monitoring/pause";
import { removeSnitch } from "@/lib/monitoring/remove";
import { updateSnitch } from "@/lib/monitoring/update";
import { db, transaction } from "@/lib/platform/db";
import { createSnitch } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { aCase, aMember, aSnitch } from "@/testing/factories";
import { aClient } from "@/testing/requests";
import { type Actor, changesBetween, recordEvents } from "./record";

const ada: Actor = { kind: "user", id: null, name: "ada@example.com", address: "192.0.2.7" };
const tuesday = new Date("2026-03-10T10:00Z");

const listEvents = (caseId: string) => db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "asc" } });
const listSummaries = async (caseId: string) =>
  (await listEvents(caseId)).map(
    ({ actorName, action, resourceName }) => `${actorName} ${action} ${resourceName}`,
  );

test("the changes that a person makes in a case are recorded in order, with the values before and after", async () => {
  const { id } = await aMember({ caseId: (await aCase()).id });
  const { id: caseId } = await createCase(id, "Acme", ada);
  const theCase = { id: caseId, plan: "unlimited", onHoldAt: null } as const;
  const input = newSnitch.parse({ name: "Backup", interval: "daily" });
  const { token } = await createSnitch(theCase, input, ada, WHOLE_CASE);
  await updateSnitch(caseId, token, { name: "Nightly", tags: ["db"] }, tuesday, ada, WHOLE_CASE);
  await updateSnitch(caseId, token, { name: "Nightly" }, tuesday, ada, WHOLE_CASE);
  await db.snitch.update({ where: { token }, data: { status: "healthy", deadline: tuesday } });
  await pauseSnitch(caseId, token, { until: "unpaused", endsAt: null }, tuesday, ada);
  await unpauseSnitch(caseId, token, tuesday, ada);
  await unpauseSnitch(caseId, token, tuesday, ada);
  await removeSnitch(caseId, token, ada);
  const webhook = await addWebhook(caseId, "https://user:secret@hooks.example/x", ada);
  await removeChannel(caseId, webhook.id, ada);
  await updateCase(caseId, { name: "Acme", alertEmail: "ops@example.com" }, ada);
  await changePlan(caseId, "team");

  expect(await listSummaries(caseId)).toEqual([
    "ada@example.com case.created Acme",
    "ada@example.com snitch.created Backup",
    "ada@example.com snitch.changed Backup",
    "ada@example.com snitch.paused Nightly",
    "ada@example.com snitch.unpaused Nightly",
    "ada@example.com snitch.removed Nightly",
    expect.stringMatching(/webhook.added .*hooks\.example/),
    expect.stringMatching(/webhook.removed .*hooks\.example/),
    "ada@example.com case.changed Acme",
    "operator case.plan_changed Acme",
  ]);
  const events = await listEvents(caseId);
  expect(events[2]).toMatchObject({
    actorKind: "user",
    address: "192.0.2.7",
    resourceId: token,
    facts: { name: { from: "Backup", to: "Nightly" }, tags: { from: [], to: ["db"] } },
  });
  expect(JSON.stringify(events)).not.toContain("secret");
});

test("changes through the API are recorded under the key's name, and refused ones are not recorded", async () => {
  const client = await aClient();
  const { token } = await (await client.post("/v1/snitches", { name: "Backup", interval: "daily" })).json();
  await client.patch(`/v1/snitches/${token}`, { interval: "hourly" });
  await client.post(`/v1/snitches/${token}/tags`, ["a"]);
  await client.post(`/v1/snitches/${token}/tags`, ["a"]);
  await client.remove(`/v1/snitches/${token}/tags/a`);
  await client.remove(`/v1/snitches/${token}/tags/a`);
  await client.post(`/v1/snitches/${token}/pause`);
  await client.patch(`/v1/snitches/${token}`, { interval: "never" });
  await client.remove(`/v1/snitches/${token}`);

  expect(await listSummaries(client.theCase.id)).toEqual([
    "somebody@example.com api_key.created Tests",
    "Tests snitch.created Backup",
    "Tests snitch.changed Backup",
    "Tests snitch.tagged Backup",
    "Tests snitch.untagged Backup",
    "Tests snitch.removed Backup",
  ]);
});

test("a change is not made if its event cannot be recorded", async () => {
  const snitch = await aSnitch();
  const invalidActor = { ...ada, id: "no uuid" };

  await expect(removeSnitch(snitch.caseId, snitch.token, invalidActor)).rejects.toThrow();

  expect(await db.snitch.findUnique({ where: { id: snitch.id } })).not.toBeNull();
});

test("long texts are cut, and unchanged attributes are left out", () => {
  expect(changesBetween({ a: "1", b: null, c: "x" }, { a: "1", b: "y".repeat(400), c: undefined })).toEqual({
    b: { from: null, to: `${"y".repeat(300)}…` },
  });
});

test("the events of one change keep their order", async () => {
  const { id: caseId } = await aCase();

  const names = Array.from({ length: 20 }, (_, i) => `Job ${i}`);
  await transaction((sql) =>
    recordEvents(
      sql,
      caseId,
      ada,
      names.map((name) => ({ action: "snitch.removed", resource: { id: name, name } })),
    ),
  );

  expect((await listEvents(caseId)).map(({ resourceName }) => resourceName)).toEqual(names);
});
