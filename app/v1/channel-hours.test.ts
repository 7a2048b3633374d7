import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

const HOURS = [{ days: "mon-fri", from: "08:00", until: "18:00" }];
const NTFY = { kind: "ntfy", settings: { topic: "ops" } };
const WEBHOOK = { kind: "webhook", settings: { url: "https://example.com/in" } };

const call = (key: string, method: string, path: string, body?: unknown) =>
  readResponse(send(method, path, { key, ...(body !== undefined && { body }) }));

async function added(key: string, body: object) {
  const { status, body: channel } = await call(key, "POST", "/v1/channels", body);
  expect(status).toBe(200);
  return channel as { id: string; routing: Record<string, unknown> };
}

const refused = (...validations: [string, string][]) =>
  refusal(
    ...validations.map(([attribute, message]): [string, unknown] => [
      attribute,
      expect.stringContaining(message),
    ]),
  );

test("hours are set, changed and removed; without them a channel has none of their members", async () => {
  const { key, theCase } = await aClient();
  const { id, routing } = await added(key, NTFY);
  expect(Object.keys(routing)).toEqual([
    "tags_any",
    "tags_all",
    "tags_none",
    "min_severity",
    "causes",
    "default",
  ]);
  const path = `/v1/channels/${id}`;

  const set = await call(key, "PATCH", path, { routing: { hours: HOURS, timezone: "europe/berlin" } });
  const members = { hours: HOURS, timezone: "Europe/Berlin", outside: "wait", critical_anyway: true };
  expect(set.body).toMatchObject({ routing: { ...routing, ...members } });
  const changed = await call(key, "PATCH", path, { routing: { outside: "drop", critical_anyway: false } });
  expect(changed.body).toMatchObject({ routing: { ...members, outside: "drop", critical_anyway: false } });
  const cleared = await call(key, "PATCH", path, { routing: { outside: null, critical_anyway: null } });
  expect(cleared.body).toMatchObject({ routing: members });
  const removed = await call(key, "PATCH", path, { routing: { ...members, hours: null } });
  expect(removed.body).toMatchObject({ routing });
  expect(Object.keys((removed.body as { routing: object }).routing)).toEqual(Object.keys(routing));

  const events = await db.auditEvent.findMany({
    where: { caseId: theCase.id, action: "channel.changed" },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ facts }) => facts)).toEqual([
    {
      hours: { from: null, to: ["mon-fri 08:00 to 18:00"] },
      timezone: { from: null, to: "Europe/Berlin" },
    },
    { outside: { from: "wait", to: "drop" }, critical_anyway: { from: "yes", to: "no" } },
    { outside: { from: "drop", to: "wait" }, critical_anyway: { from: "no", to: "yes" } },
    {
      hours: { from: ["mon-fri 08:00 to 18:00"], to: null },
      timezone: { from: "Europe/Berlin", to: null },
    },
  ]);
});

test.each<[string, object, [string, string][]]>([
  ["without a zone", { hours: HOURS }, [["routing.timezone", "is required with hours"]]],
  ["in no zone", { hours: HOURS, timezone: "Berlin" }, [["routing.timezone", "valid time zone"]]],
  ["that are none", { hours: [], timezone: "UTC" }, [["routing.hours", "1 to 10"]]],
  [
    "that end at once",
    { hours: [{ from: "08:00", until: "08:00" }], timezone: "UTC" },
    [["routing.hours", "ends when it begins"]],
  ],
  [
    "with nonsense around them",
    { hours: HOURS, timezone: "UTC", outside: "queue", critical_anyway: "yes" },
    [
      ["routing.outside", "must be wait or drop"],
      ["routing.critical_anyway", "must be true or false"],
    ],
  ],
  ["that are missing", { outside: "drop" }, [["routing.hours", "is required with outside"]]],
])("hours %s are refused", async (_, routing, validations) => {
  const { key } = await aClient();
  expect(await call(key, "POST", "/v1/channels", { ...NTFY, routing })).toEqual(refused(...validations));
  const { id } = await added(key, NTFY);
  expect(await call(key, "PATCH", `/v1/channels/${id}`, { routing })).toEqual(refused(...validations));
});

test("a webhook has no hours, because programs receive every event", async () => {
  const { key } = await aClient();
  const routing = { hours: HOURS, timezone: "UTC" };
  const refusal = refused(["routing.hours", "can’t be set for a webhook"]);
  expect(await call(key, "POST", "/v1/channels", { ...WEBHOOK, routing })).toEqual(refusal);
  const { id } = await added(key, WEBHOOK);
  expect(await call(key, "PATCH", `/v1/channels/${id}`, { routing })).toEqual(refusal);
  expect((await call(key, "PATCH", `/v1/channels/${id}`, { routing: { hours: null } })).status).toBe(200);
});
