import { expect, test } from "vitest";
import { auditCsv } from "@/lib/audit/csv";
import { recordRefusedAccess } from "@/lib/cases/refused-access";
import { db, query } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { aCase, aMember } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

/** Events of an hour ago: those of the last seconds are not read yet. */
async function addEvents(caseId: string, names: string[]) {
  const hourAgo = Date.now() - 3_600_000;
  const ids = names.map((_, i) => newId(new Date(hourAgo + i)));
  await db.auditEvent.createMany({
    data: names.map((resourceName, i) => ({
      id: ids[i],
      caseId,
      actorKind: "user" as const,
      actorName: "ada@example.com",
      address: "192.0.2.7",
      action: "snitch.changed",
      resourceId: "c0ffee",
      resourceName,
      facts: { grace: { from: "1 minute", to: "2 minutes" } },
    })),
  });
  return ids;
}

const namesOf = (body: unknown) =>
  (body as { resource: { name: string } }[]).map(({ resource }) => resource.name);

test("the audit log is read from the oldest event on, page by page, and no event is missed or comes twice", async () => {
  const client = await aClient();
  const ids = await addEvents(client.theCase.id, ["A", "B", "C"]);
  await addEvents((await aCase()).id, ["Of another case"]);

  const first = await readResponse(client.get("/v1/audit?limit=2"));
  const second = await readResponse(client.get(`/v1/audit?limit=2&after=${ids[1]}`));

  expect([namesOf(first.body), namesOf(second.body)]).toEqual([["A", "B"], ["C"]]);
  expect(first.body).toMatchObject([
    {
      id: ids[0],
      case: client.theCase.id,
      action: "snitch.changed",
      actor: { kind: "user", id: null, name: "ada@example.com", address: "192.0.2.7" },
      resource: { id: "c0ffee", name: "A" },
      facts: { grace: { from: "1 minute", to: "2 minutes" } },
    },
    {},
  ]);
  expect((await client.get("/v1/audit?after=x")).status).toBe(422);
  expect((await client.get("/v1/audit?limit=1001")).status).toBe(422);
});

test("nothing that happened can be changed or removed in the database, as long as its case is there", async () => {
  const { theCase } = await aClient();
  const [id] = await addEvents(theCase.id, ["A"]);
  const refused = "neither changed nor removed";

  await expect(query("UPDATE audit_events SET actor_name = 'eve' WHERE id = $1", [id])).rejects.toThrow(
    refused,
  );
  await expect(query("DELETE FROM audit_events WHERE id = $1", [id])).rejects.toThrow(refused);
  await query("DELETE FROM cases WHERE id = $1", [theCase.id]);
  expect(await db.auditEvent.count({ where: { caseId: theCase.id } })).toBe(0);
});

test("an attempt at another’s case is in the audit log of that case, and no one can fill it", async () => {
  const theCase = await aCase();
  const { id } = await aMember({ caseId: (await aCase()).id });
  const by = { kind: "user", id, name: "eve@example.com", address: "192.0.2.66" } as const;

  for (let i = 0; i < 40; i++) await recordRefusedAccess(theCase.id, by, new Date());
  await recordRefusedAccess(newId(), by, new Date());

  const events = await db.auditEvent.findMany({ where: { actorId: id } });
  expect(events).toHaveLength(30);
  expect(events[0]).toMatchObject({
    caseId: theCase.id,
    action: "case.access_refused",
    address: "192.0.2.66",
  });
});

test("the file of the audit log has every event once, and nothing that a spreadsheet would run", async () => {
  const { id: caseId } = await aCase();
  const jobs = Array.from({ length: 60 }, (_, i) => `Job ${i}`);
  await addEvents(caseId, [...jobs, '=HYPERLINK("http://evil.test")', 'a,"b"\nc']);

  let text = "";
  for await (const part of auditCsv(caseId, {})) text += part;

  expect(text.split("\r\n")).toHaveLength(64);
  expect(text).toMatch(/^"time","actor"/);
  for (const job of jobs) expect(text.split(`"${job}"`)).toHaveLength(2);
  expect(text).toContain(`"'=HYPERLINK(""http://evil.test"")"`);
  expect(text).toContain('"a,""b""\nc"');
});
