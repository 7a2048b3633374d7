import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { listIncidents } from "@/lib/incidents/list";
import { db, pool } from "@/lib/platform/db";
import { requestCheckIn } from "@/testing/check-in-request";
import { aCase, aMember, anIncident, aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal } from "@/testing/requests";
import { countRowsRead } from "@/testing/statements";

const tuesday = new Date("2026-03-10T00:00Z");
const wednesday = new Date("2026-03-11T00:00Z");

async function aClientWithAnIncident(given: object = {}) {
  const client = await aClient();
  const snitch = await aSnitch({ caseId: client.theCase.id, status: "failed" });
  const incident = await anIncident({ snitch, ...given });
  return { ...client, snitch, incident, path: `/v1/incidents/${incident.id}` };
}

const expectedIncident = (
  incident: { id: string; caseId: string },
  snitch: { token: string; name: string },
  changes: { cause?: string; [attribute: string]: unknown } = {},
) => ({
  id: incident.id,
  snitch: snitch.token,
  cause: "missed",
  severity: "critical",
  opened_at: tuesday.toISOString(),
  told_at: tuesday.toISOString(),
  closed_at: null,
  acknowledged_at: null,
  snoozed_until: null,
  held_by: null,
  machine: null,
  name: snitch.name,
  url: `http://localhost:3000/${incident.caseId}/incidents/${incident.id}`,
  exit_status: "",
  message: "",
  host: "",
  last_report_at: null,
  snitch_name: snitch.name,
  title: `${snitch.name}: ${changes.cause === "error" ? "error" : "missed check-in"}`,
  acknowledged_by: null,
  assigned_to: null,
  notes: [],
  ...changes,
});

const idsIn = async (response: Promise<Response>) =>
  ((await readResponse(response)).body as { id: string }[]).map(({ id }) => id);

test("an incident is shown complete, with tokens for its snitch and for the parent that holds it", async () => {
  const client = await aClientWithAnIncident();
  const parent = await aSnitch({ caseId: client.theCase.id, status: "failed" });
  const child = await aSnitch({ caseId: client.theCase.id, status: "errored" });
  const held = await anIncident({
    snitch: child,
    cause: "error",
    severity: "info",
    notifiedAt: null,
    hold: "parent",
    heldBy: parent.id,
  });

  expect(await readResponse(client.get(client.path))).toEqual({
    status: 200,
    body: expectedIncident(client.incident, client.snitch),
  });
  expect(await readResponse(client.get(`/v1/incidents/${held.id}`))).toEqual({
    status: 200,
    body: expectedIncident(held, child, {
      cause: "error",
      severity: "info",
      told_at: null,
      held_by: parent.token,
    }),
  });
});

test("an incident says what the job wrote last, on which machine, and when it last reported", async () => {
  const client = await aClient();
  const { id: caseId } = client.theCase;
  const job = {
    caseId,
    status: "healthy",
    deadline: new Date("2026-03-12T00:00Z"),
    checkedInAt: tuesday,
  } as const;
  const { token } = await aSnitch({ ...job, name: "Nightly backup" });
  await requestCheckIn(`/${token}/start?rid=a&host=db7`, wednesday);
  const output = { body: "copying\nno space left on device\n\n" };
  await requestCheckIn(`/${token}/2?rid=a&host=db7`, new Date(wednesday.getTime() + 1_000), output);
  // Within one period, a second error raises no alert, and is the last report all the same.
  await requestCheckIn(`/${token}?s=3&m=again`, new Date(wednesday.getTime() + 60_000));

  const { body } = await readResponse(client.get("/v1/incidents"));

  expect(body).toMatchObject([
    {
      name: "Nightly backup",
      cause: "error",
      exit_status: "2",
      message: "no space left on device",
      host: "db7",
      last_report_at: "2026-03-11T00:01:00.000Z",
    },
  ]);
  const [{ id }] = body as [{ id: string }];
  expect((await readResponse(client.get(`/v1/incidents/${id}`))).body).toEqual((body as object[])[0]);
});

test("an incident has the hint that matches anything the job wrote, and no such attribute without one", async () => {
  const client = await aClient();
  const { id: caseId } = client.theCase;
  const job = { caseId, status: "healthy", deadline: new Date("2026-03-12T00:00Z") } as const;
  const { token } = await aSnitch(job);
  await requestCheckIn(`/${token}/2`, wednesday, { body: `HTTP 502\n${"x".repeat(2_000)}\ndone` });
  const listHints = async () =>
    ((await readResponse(client.get("/v1/incidents"))).body as { hint?: object }[]).map((incident) =>
      "hint" in incident ? incident.hint : "absent",
    );
  const hint = { exit_status: null, text: "HTTP 502", hint: "The provider is down: wait.", url: null };
  expect(await listHints()).toEqual(["absent"]);

  await client.put("/v1/hints", [{ ...hint, text: "HTTP 503" }]);
  expect(await listHints()).toEqual(["absent"]);
  await client.put("/v1/hints", [{ ...hint, text: "HTTP 503" }, hint, { ...hint, exit_status: 2 }]);
  expect(await listHints()).toEqual([hint]);
});

test("pages of at most a hundred follow each other by the id of the last incident, also if that one no longer exists", async () => {
  const client = await aClient();
  const { id: caseId } = client.theCase;
  const snitch = await aSnitch({ caseId, status: "failed" });
  await pool.query(
    `INSERT INTO incidents (id, cause, severity, opened_at, closed_at, closed_by, bad_count, case_id, snitch_id)
     SELECT new_id(), 'missed', 'critical', $3, $3, 'reported', 1, $1, $2 FROM generate_series(1, 250)`,
    [caseId, snitch.id, tuesday],
  );

  const first = await idsIn(client.get("/v1/incidents"));
  const second = await idsIn(client.get(`/v1/incidents?after=${first.at(-1)}`));
  await db.incident.delete({ where: { id: second.at(-1) } });
  const third = await idsIn(client.get(`/v1/incidents?after=${second.at(-1)}`));

  expect([first.length, second.length, third.length]).toEqual([100, 100, 50]);
  expect(new Set([...first, ...second, ...third]).size).toBe(250);
  expect(await idsIn(client.get("/v1/incidents?limit=7"))).toEqual(first.slice(0, 7));
});

test("the incidents of another case’s snitch are as unknown as those of a snitch that does not exist", async () => {
  const client = await aClient();
  const foreign = await aSnitch();

  const ofForeign = await readResponse(client.get(`/v1/incidents?snitch=${foreign.token}`));

  expect(ofForeign).toEqual({ status: 404, body: { type: "resource_not_found", error: "No such snitch." } });
  expect(await readResponse(client.get("/v1/incidents?snitch=%00"))).toEqual(ofForeign);
});

test("an acknowledgement says who did it and how, and can be taken back", async () => {
  const client = await aClientWithAnIncident();
  const show = async () => (await readResponse(client.get(client.path))).body;
  await client.post(`${client.path}/acknowledge`);
  expect(await show()).toMatchObject({ acknowledged_by: { name: "Tests", email: null, via: "api" } });
  for (let i = 0; i < 2; i += 1)
    expect(await readResponse(client.post(`${client.path}/unacknowledge`))).toEqual({
      status: 204,
      body: "",
    });
  expect(await show()).toMatchObject({ acknowledged_at: null, acknowledged_by: null });

  for (const [by, via, email] of [
    ["ada@example.com", "page", "ada@example.com"],
    ["ada@example.com", null, "ada@example.com"],
    ["ada@example.com", "link", "ada@example.com"],
    ["PagerDuty", null, null],
    ["key of ada@example.com", "api", null],
  ] as const) {
    await db.incident.update({
      where: { id: client.incident.id },
      data: { acknowledgedAt: wednesday, acknowledgedBy: by, acknowledgedVia: via },
    });
    expect(await show()).toMatchObject({ acknowledged_by: { name: by, email, via } });
  }
});

test("an incident is assigned to a member, who is emailed once, and to no one else", async () => {
  const client = await aClientWithAnIncident();
  const { id: caseId } = client.theCase;
  const ada = await aMember({ caseId, role: "viewer" });
  const { email: stranger } = await aMember({ caseId: (await aCase()).id });
  const show = async () => (await readResponse(client.get(client.path))).body;
  for (let i = 0; i < 2; i += 1)
    expect(
      await readResponse(client.post(`${client.path}/assign`, { member: ada.email.toUpperCase() })),
    ).toEqual({
      status: 204,
      body: "",
    });
  expect(await show()).toMatchObject({ assigned_to: ada.email, acknowledged_at: null });
  expect(await db.email.findMany({ where: { caseId, kind: "incident_assigned" } })).toMatchObject([
    { address: ada.email },
  ]);

  for (const member of [stranger, "nobody@example.com", ""]) {
    expect(await readResponse(client.post(`${client.path}/assign`, { member }))).toMatchObject(
      refusal(["member", "is not a member of this case"]),
    );
  }
  for (const body of [{}, { member: 7 }])
    expect((await client.post(`${client.path}/assign`, body)).status).toBe(422);
  expect(await show()).toMatchObject({ assigned_to: ada.email });

  await db.member.deleteMany({ where: { caseId, userId: ada.id } });
  expect(await show()).toMatchObject({ assigned_to: null });
});

test("an incident has 200 notes at most", async () => {
  const client = await aClientWithAnIncident();
  const note = {
    at: tuesday,
    writtenBy: "Tests",
    writtenVia: "api",
    text: "Again.",
    incidentId: client.incident.id,
  };
  await db.incidentNote.createMany({
    data: Array.from({ length: 199 }, () => ({ ...note, id: randomUUID() })),
  });
  const statuses = await Promise.all(
    [1, 2, 3].map(async () => (await client.post(`${client.path}/notes`, { text: "Again." })).status),
  );
  expect(statuses.sort()).toEqual([200, 422, 422]);
});

test("of ten thousand open incidents, a page reads those that it lists and their snitches", async () => {
  const client = await aClient();
  const { id: caseId } = client.theCase;
  await pool.query(
    `WITH made AS (
       INSERT INTO snitches (id, case_id, token, name, interval, status, deadline, checked_in_at, missing_since)
       SELECT new_id(), $1::uuid, substr(md5($1::text || n), 1, 16), 'Job ' || n, 'daily', 'failed', now() + interval '1 day', now(), now()
       FROM generate_series(1, 10000) n RETURNING id)
     INSERT INTO incidents (id, cause, severity, opened_at, told_at, bad_count, case_id, snitch_id)
     SELECT new_id(), 'missed', 'critical', now(), now(), 1, $1::uuid, id FROM made`,
    [caseId],
  );
  await pool.query("ANALYZE snitches, incidents");
  const filter = { status: "open", scope: null } as const;
  expect(await countRowsRead(() => listIncidents(caseId, filter, 100))).toBeLessThanOrEqual(300);
});
