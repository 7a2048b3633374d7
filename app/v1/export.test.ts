import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import type { ApiKeyAccess } from "@/lib/cases/api-key-form";
import { EXPORT_KINDS } from "@/lib/evidence/kinds";
import { listWindowOutcomes } from "@/lib/history/list-history";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { windowsBetween } from "@/lib/rules/schedule/windows";
import { ACTOR, anIncident, aRun, aSnitch } from "@/testing/factories";
import { seededRandom } from "@/testing/random-history";
import { aClient, readResponse, send } from "@/testing/requests";

const KINDS = Object.keys(EXPORT_KINDS);
const MARCH = "from=2026-03-01&to=2026-04-01";

/** The rows of an export in JSONL. Fails if its trailer is not that of its bytes. */
async function readRows(response: Response | Promise<Response>): Promise<Record<string, unknown>[]> {
  const text = await (await response).text();
  const lines = text.trimEnd().split("\n");
  const trailer = lines.pop() ?? "";
  const before = text.slice(0, text.length - trailer.length - 1);
  const sha256 = createHash("sha256").update(before).digest("hex");
  expect(trailer).toBe(`{"rows": ${lines.length}, "sha256": "${sha256}"}`);
  return lines.map((line) => JSON.parse(line));
}

const at = (time: string) => new Date(`2026-03-${time}Z`);

test("each kind has its rows in order of time: those from the start of the range, and none from its end", async () => {
  const { theCase, get } = await aClient();
  const snitch = await aSnitch({ caseId: theCase.id, name: "Backup", tags: ["db"], status: "healthy" });
  const other = await aSnitch({ caseId: theCase.id, name: "Digest", status: "healthy" });
  const incident = await anIncident({
    snitch,
    openedAt: at("10T00:00"),
    acknowledgedAt: at("10T00:09"),
    acknowledgedBy: "ada@example.com",
  });
  const alert = {
    caseId: theCase.id,
    kind: "missing",
    from: "healthy",
    to: "failed",
    cause: "missed",
  } as const;
  for (const [snitchId, time] of [
    [other.id, "12T00:00"],
    [snitch.id, "10T00:00"],
    [snitch.id, "01T00:00"],
  ] as const)
    await db.alert.create({
      data: {
        ...alert,
        snitchId,
        at: at(time),
        createdAt: at("20T00:00"),
        ...(snitchId === snitch.id && { incidentId: incident.id }),
      },
    });
  await db.alert.create({ data: { ...alert, snitchId: snitch.id, at: new Date("2026-04-01T00:00Z") } });
  await aRun({ snitchId: other.id, at: at("11T00:00"), endedAt: at("11T00:00"), exitStatus: "0" });
  await aRun({ snitchId: snitch.id, at: at("10T00:00"), host: "db1", metrics: { rows: 3 } });
  await aRun({ snitchId: snitch.id, at: new Date("2026-04-01T00:00Z") });

  const alerts = await readRows(get(`/v1/export/alerts?${MARCH}`));
  expect(alerts.map(({ name, due_at }) => [name, due_at])).toEqual([
    ["Backup", "2026-03-01T00:00:00.000Z"],
    ["Backup", "2026-03-10T00:00:00.000Z"],
    ["Digest", "2026-03-12T00:00:00.000Z"],
  ]);
  expect(alerts[1]).toEqual({
    id: expect.any(String),
    snitch: snitch.token,
    name: "Backup",
    kind: "missing",
    cause: "missed",
    severity: "critical",
    incident: incident.id,
    due_at: "2026-03-10T00:00:00.000Z",
    raised_at: "2026-03-20T00:00:00.000Z",
    held_until: null,
    sent_at: null,
    delivered_at: null,
    acknowledged_at: "2026-03-10T00:09:00.000Z",
    acknowledged_by: "ada@example.com",
  });
  const runs = await readRows(get(`/v1/export/runs?${MARCH}&tag=db`));
  const listed = (await readResponse(get(`/v1/snitches/${snitch.token}/runs?limit=2`))).body as object[];
  expect(runs).toEqual([{ snitch: snitch.token, ...listed[1] }]);
  expect(await readRows(get(`/v1/export/runs?${MARCH}`))).toHaveLength(2);
  expect(await readRows(get(`/v1/export/incidents?${MARCH}`))).toEqual(
    (await readResponse(get("/v1/incidents"))).body,
  );
  const events = await readRows(get(`/v1/export/audit?from=2026-01-01`));
  expect(events.map(({ action }) => action)).toEqual(["api_key.created", ...Array(4).fill("case.exported")]);
});

test("an alert has the first time at which a message about it was sent, and at which one was delivered", async () => {
  const { theCase, get } = await aClient();
  const { id: snitchId } = await aSnitch({ caseId: theCase.id, status: "healthy" });
  const channel = await db.channel.create({ data: { caseId: theCase.id, url: "", secret: "" } });
  const alert = await db.alert.create({
    data: {
      ...{
        caseId: theCase.id,
        snitchId,
        kind: "missing",
        from: "healthy",
        to: "failed",
        at: at("10T00:00"),
        hold: "snooze",
      },
      facts: { telling: { heldUntil: "2026-03-10T00:05:00.000Z" } },
    },
  });
  const about = { caseId: theCase.id, snitchId, alertId: alert.id };
  const captured = await db.email.create({
    data: { ...about, address: "a@example.com", sentAt: at("10T00:01") },
  });
  const held = await db.email.create({
    data: {
      ...about,
      address: "b@example.com",
      heldFor: "quiet_hours",
      dueAt: at("10T00:30"),
      sentAt: at("10T00:31"),
    },
  });
  const delivery = await db.delivery.create({
    data: { alertId: alert.id, channelId: channel.id, acceptedAt: at("10T00:20") },
  });
  const attempt = (time: string, given: object) => ({
    at: at(time),
    outcome: "accepted",
    latencyMs: 1,
    ...given,
  });
  await db.attempt.createMany({
    data: [
      attempt("10T00:01", { emailId: captured.id, response: "captured" }),
      attempt("10T00:30", { emailId: held.id }),
      attempt("10T00:19", { deliveryId: delivery.id, outcome: "rejected" }),
      attempt("10T00:20", { deliveryId: delivery.id }),
    ],
  });
  const [row] = await readRows(get(`/v1/export/alerts?${MARCH}`));
  expect(row).toMatchObject({
    held_until: "2026-03-10T00:30:00.000Z",
    sent_at: "2026-03-10T00:19:00.000Z",
    delivered_at: "2026-03-10T00:20:00.000Z",
  });
});

test("in CSV, nested values are JSON, no cell is a formula, and the trailer is of all bytes before it", async () => {
  const { theCase, get } = await aClient();
  const snitch = await aSnitch({ caseId: theCase.id, status: "healthy" });
  await aRun({ snitchId: snitch.id, at: at("10T00:00"), rid: '=HYPERLINK("x")', metrics: { rows: 3 } });
  const response = await get(`/v1/export/runs?${MARCH}&format=csv`);
  const text = await response.text();
  const [columns, row, trailer] = text.split("\n");
  expect(response.headers.get("Content-Type")).toBe("text/csv; charset=utf-8");
  expect(columns).toBe(
    "snitch,id,rid,env,host,started_at,ended_at,outcome,cause,failed_check,exit_status,duration_ms,reported_ms,limit_at,metrics,received_at",
  );
  expect(row).toContain(`"'=HYPERLINK(""x"")"`);
  expect(row).toContain(`"{""rows"":3}"`);
  const sha256 = createHash("sha256").update(`${columns}\n${row}\n`).digest("hex");
  expect(trailer).toBe(`# rows=1 sha256=${sha256}`);
});

test.each([
  ["", { attribute: "from", message: "can't be blank" }],
  [
    "from=yesterday",
    { attribute: "from", message: "must be a date or a time (ISO 8601), such as 2026-10-01" },
  ],
  [
    "from=2026-02-30",
    { attribute: "from", message: "must be a date or a time (ISO 8601), such as 2026-10-01" },
  ],
  [
    "from=2026-03-01&to=",
    { attribute: "to", message: "must be a date or a time (ISO 8601), such as 2026-10-01" },
  ],
  ["from=2026-03-01&format=xls", { attribute: "format", message: "must be one of jsonl, csv" }],
])("%j is refused", async (parameters, validation) => {
  const { get } = await aClient();
  for (const kind of KINDS)
    expect(await readResponse(get(`/v1/export/${kind}?${parameters}`))).toEqual({
      status: 422,
      body: {
        type: "resource_invalid",
        error: "Some attributes are missing or invalid.",
        validations: [validation],
      },
    });
});

test("what cannot be exported is no path", async () => {
  const { get } = await aClient();
  for (const kind of ["users", "constructor", "__proto__"])
    expect((await get(`/v1/export/${kind}?from=2026-03-01`)).status).toBe(404);
});

test("a range that begins before the stored history says which part is missing", async () => {
  const { get } = await aClient();
  for (const kind of KINDS) {
    const response = await get(`/v1/export/${kind}?from=2001-01-01`);
    expect(await readRows(response)).toBeDefined();
    const [from, to = ""] = response.headers.get("X-Missing-Range")?.split("/") ?? [];
    expect(from).toBe("2001-01-01T00:00:00.000Z");
    expect(Date.parse(to)).toBeGreaterThan(Date.parse("2023-01-01"));
    const yesterday = new Date(Date.now() - DAY_MS).toISOString();
    expect((await get(`/v1/export/${kind}?from=${yesterday}`)).headers.get("X-Missing-Range")).toBeNull();
  }
});

test.each<[ApiKeyAccess, number]>([
  ["full", 200],
  ["read", 200],
  ["acknowledge", 200],
  ["plan", 200],
  ["ping", 401],
])(
  "a key with access %s gets %i for each kind, and who exported what is in the audit log",
  async (access, status) => {
    const { theCase } = await aClient();
    const { id, key } = await createApiKey(theCase.id, { name: "Auditor", access }, ACTOR);
    for (const kind of KINDS)
      expect((await send("GET", `/v1/export/${kind}?${MARCH}&tag=db`, { key })).status).toBe(status);
    const events = await db.auditEvent.findMany({ where: { caseId: theCase.id, action: "case.exported" } });
    expect(events.map(({ actorId, facts }) => ({ actorId, facts }))).toEqual(
      (status === 200 ? KINDS : []).map((what) => ({
        actorId: id,
        facts: {
          what,
          from: "2026-03-01T00:00:00.000Z",
          to: "2026-04-01T00:00:00.000Z",
          tag: "db",
          format: "jsonl",
        },
      })),
    );
  },
);

test("a narrowed key gets what is of its snitches, and no parent outside", async () => {
  const { theCase } = await aClient();
  const caseId = theCase.id;
  const outside = await aSnitch({ caseId, name: "Outside", status: "healthy" });
  const inside = await aSnitch({ caseId, name: "Inside", tags: ["db"], status: "healthy" });
  for (const snitch of [outside, inside]) {
    await aRun({ snitchId: snitch.id, at: at("10T00:00") });
    await anIncident({ snitch, openedAt: at("10T00:00"), heldBy: outside.id });
    await db.alert.create({
      data: {
        caseId,
        snitchId: snitch.id,
        kind: "missing",
        from: "healthy",
        to: "failed",
        at: at("10T00:00"),
      },
    });
    await db.checkIn.create({ data: { snitchId: snitch.id, at: at("02T00:00"), exitStatus: "0" } });
    await db.auditEvent.create({
      data: {
        caseId,
        at: at("10T00:00"),
        actorKind: "user",
        actorName: "ada",
        action: "snitch.paused",
        resourceId: snitch.token,
        resourceName: snitch.name,
      },
    });
  }
  const { key } = await createApiKey(caseId, { name: "Narrow", access: "read", tags: ["db"] }, ACTOR);
  for (const kind of KINDS) {
    const text = await (await send("GET", `/v1/export/${kind}?${MARCH}`, { key })).text();
    expect(text).toContain(inside.token);
    expect(text).not.toContain(outside.token);
    expect(text).not.toContain("Outside");
  }
});

const OUTCOMES: Record<string, [string, string | null] | null> = {
  healthy: ["kept", null],
  late: ["kept", "late"],
  errored: ["errored", null],
  missed: ["missed", null],
  excused: ["excused", "maintenance"],
  unknown: ["unknown", "own_outage"],
  paused: ["paused", "pause"],
  open: ["open", null],
  quiet: null,
};

test("the periods of many jobs are those of their windows one by one, whatever happened", async () => {
  const { theCase, get } = await aClient();
  const caseId = theCase.id;
  const random = seededRandom(7);
  const any = (limit: number) => Math.floor(random() * limit);
  const schedules = [
    { interval: "15_minute" },
    { interval: "daily" },
    { interval: "hourly", schedule: "7 * * * *", timezone: "Europe/Riga" },
    { interval: "monthly" },
    { interval: "daily", schedule: "*-*-* 03:00", timezone: "America/New_York", grace: 7_200 },
  ];
  const snitches = [];
  for (const [i, schedule] of schedules.entries())
    snitches.push(await aSnitch({ caseId, name: `Job ${i}`, status: "healthy", ...schedule }));
  const minute = (n: number) => new Date(at("01T00:00").getTime() + n * 60_000);
  await db.checkIn.createMany({
    data: snitches.flatMap(({ id: snitchId }) =>
      Array.from({ length: 300 }, () => ({
        snitchId,
        at: minute(any(44_640)),
        exitStatus: any(8) === 0 ? "1" : "0",
      })),
    ),
  });
  await db.pause.create({
    data: { snitchId: snitches[0]?.id ?? "", startsAt: at("11T00:00"), endsAt: at("13T00:00") },
  });
  await db.maintenance.create({
    data: { caseId, name: "Upgrade", coversAll: true, startsAt: at("20T00:00"), endsAt: at("21T12:00") },
  });
  await db.alertHold.create({
    data: { startsAt: at("25T01:00"), heldAt: at("25T01:10"), endsAt: at("25T04:00") },
  });

  const [from, to, now] = [at("01T00:00"), new Date("2026-04-01T00:00Z"), new Date()];
  const expected = [];
  for (const { id, token: snitch, name, ...columns } of snitches) {
    const windows = windowsBetween(toScheduleTerms(columns), from, to);
    const bars = (await listWindowOutcomes([{ id, caseId, windows }], now)).get(id) ?? [];
    for (const { start, end, outcome } of bars) {
      const [meaning, reason] = OUTCOMES[outcome] ?? [];
      if (meaning)
        expected.push({
          snitch,
          name,
          start: start.toISOString(),
          end: end.toISOString(),
          outcome: meaning,
          reason,
        });
    }
  }
  expected.sort((one, other) => (`${one.start} ${one.snitch}` < `${other.start} ${other.snitch}` ? -1 : 1));
  const periods = await readRows(get(`/v1/export/periods?${MARCH}`));
  expect(periods).toEqual(expected);
  expect([...new Set(periods.map(({ outcome }) => outcome))].sort()).toEqual([
    ...["errored", "excused", "kept", "missed", "paused", "unknown"],
  ]);
});
