import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { Refusal } from "@/lib/platform/refusal";
import { BATCH_SIZE, type Selection } from "@/lib/snitches/list-selected";
import { ACTOR, aCase, anIncident, aSnitch, aWebhook } from "@/testing/factories";
import { type BulkChange, type BulkResult, changeSelected } from "./change-selected";

const tuesday = new Date("2026-03-10T00:00Z");

/** Repeats the change until every selected snitch was tried, as the list does. */
async function changeAll(caseId: string, change: BulkChange, tags: string[] = [], shown = 1_000) {
  const results: BulkResult[] = [];
  for (let progress: BulkResult["next"] | undefined; progress !== null; ) {
    const selection: Selection = { filters: { tags, search: "" }, shown, progress };
    const result = await changeSelected(caseId, selection, change, tuesday, ACTOR);
    results.push(result);
    progress = result.next;
  }
  return results;
}

const countEvents = (caseId: string, action: string) => db.auditEvent.count({ where: { caseId, action } });
const readSnitch = (id: string) => db.snitch.findUniqueOrThrow({ where: { id } });

test("all snitches that match the filters are changed, on every page, and no others", async () => {
  const { id: caseId } = await aCase();
  const count = BATCH_SIZE + 13;
  await Promise.all(
    Array.from({ length: count }, (_, i) => aSnitch({ caseId, name: `job ${i}`, tags: ["db"] })),
  );
  const untagged = await aSnitch({ caseId });
  const ofAnotherCase = await aSnitch({ tags: ["db"] });

  const results = await changeAll(caseId, { verb: "add_tags", tags: ["eu"] }, ["db"], count);

  expect(results.map(({ done, refused }) => [done, refused])).toEqual([
    [BATCH_SIZE, []],
    [13, []],
  ]);
  expect(await db.snitch.count({ where: { tags: { has: "eu" } } })).toBe(count);
  expect([(await readSnitch(untagged.id)).tags, (await readSnitch(ofAnotherCase.id)).tags]).toEqual([
    [],
    ["db"],
  ]);
  expect(await countEvents(caseId, "snitch.tagged")).toBe(count);
});

test("repeating a change changes nothing and records nothing", async () => {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, status: "healthy", tags: ["db"], alertEmail: ["ops@acme.test"] });
  await aSnitch({ caseId, status: "failed", missingSince: tuesday });
  const changes: BulkChange[] = [
    { verb: "pause" },
    { verb: "add_tags", tags: ["eu"] },
    { verb: "remove_tags", tags: ["db"] },
    { verb: "add_recipients", alert_email: ["cto@acme.test"] },
    { verb: "edit", changes: { interval: "weekly" } },
  ];
  for (const change of changes) await changeAll(caseId, change);
  const before = [await db.snitch.findMany({ orderBy: { id: "asc" } }), await db.auditEvent.count()];

  for (const change of changes) expect((await changeAll(caseId, change))[0]?.done).toBe(2);

  expect([await db.snitch.findMany({ orderBy: { id: "asc" } }), await db.auditEvent.count()]).toEqual(before);
});

test("a bulk pause keeps the terms of a snitch that is already paused", async () => {
  const paused = await aSnitch({ status: "paused", pauseUntil: "unpaused" });

  await changeAll(paused.caseId, { verb: "pause" });

  expect((await readSnitch(paused.id)).pauseUntil).toBe("unpaused");
});

test("a pause until a time replaces another; a snooze pauses nothing, and refuses the past", async () => {
  const paused = await aSnitch({ name: "Import", status: "paused", pauseUntil: "unpaused" });
  const until = new Date("2026-03-10T09:00Z");

  const [refused] = await changeAll(paused.caseId, { verb: "snooze", until });
  expect(refused).toMatchObject({
    done: 0,
    refused: [{ reason: "there is no open incident whose alerts could be snoozed", names: ["Import"] }],
  });
  expect((await readSnitch(paused.id)).pauseUntil).toBe("unpaused");
  await changeAll(paused.caseId, { verb: "pause", terms: { until: "time", endsAt: until } });
  expect(await readSnitch(paused.id)).toMatchObject({ pauseUntil: "time", pauseEndsAt: until });
  await expect(changeAll(paused.caseId, { verb: "snooze", until: tuesday })).rejects.toMatchObject({
    validations: [{ attribute: "until", message: "must be a time in the future" }],
  });
});

test("of the selected snitches, the open incidents are acknowledged", async () => {
  const { id: caseId } = await aCase();
  const failing = await aSnitch({ caseId, name: "Import", status: "failed", missingSince: tuesday });
  await aSnitch({ caseId, name: "Backup", status: "healthy" });
  const incident = await anIncident({ snitch: failing });

  expect(await changeAll(caseId, { verb: "acknowledge" })).toEqual([
    { done: 1, refused: [{ reason: "there is no open incident", names: ["Backup"] }], next: null },
  ]);
  expect(await db.incident.findUnique({ where: { id: incident.id } })).toMatchObject({
    acknowledgedAt: tuesday,
    acknowledgedBy: ACTOR.name,
  });
});

test("what a plan does not include is refused with its reason, and the others are changed", async () => {
  const { id: caseId } = await aCase({ plan: "starter" });
  const smart = await aSnitch({ caseId, name: "Smart", interval: "weekly", alertType: "smart" });
  const basic = await aSnitch({ caseId, name: "Basic", interval: "weekly" });

  expect(await changeAll(caseId, { verb: "edit", changes: { interval: "hourly" } })).toEqual([
    {
      done: 1,
      refused: [
        {
          reason: "the alert type is not included in the starter plan; the business plan has it",
          names: ["Smart"],
        },
      ],
      next: null,
    },
  ]);
  expect([(await readSnitch(smart.id)).interval, (await readSnitch(basic.id)).interval]).toEqual([
    "weekly",
    "hourly",
  ]);
  expect((await changeAll(caseId, { verb: "edit", changes: { interval: "5_minute" } }))[0]?.refused).toEqual([
    { reason: "the alert type can’t be smart for intervals under an hour: use basic", names: ["Smart"] },
    { reason: "the interval is not included in the starter plan; the team plan has it", names: ["Basic"] },
  ]);
});

test.each([
  ["add", ["OPS@acme.test", "cto@acme.test"], ["ops@acme.test", "dba@acme.test", "cto@acme.test"]],
  ["remove", ["OPS@acme.test"], ["dba@acme.test"]],
  ["set", ["cto@acme.test"], ["cto@acme.test"]],
  ["set", [], []],
] as const)("recipients: %s %j gives %j", async (how, addresses, expected) => {
  const { id, caseId, token } = await aSnitch({ alertEmail: ["ops@acme.test", "dba@acme.test"] });

  const change: BulkChange = { verb: `${how}_recipients`, alert_email: [...addresses] };
  await changeSelected(caseId, { tokens: [token] }, change, tuesday, ACTOR);

  expect((await readSnitch(id)).alertEmail).toEqual(expected);
  const event = await db.auditEvent.findFirstOrThrow({ where: { caseId } });
  expect([event.action, event.facts]).toEqual([
    "snitch.changed",
    { alert_email: { from: ["ops@acme.test", "dba@acme.test"], to: expected } },
  ]);
});

test("new recipients are registered, and more than 20 are refused", async () => {
  const { caseId } = await aSnitch({ name: "Import" });
  const addresses = Array.from({ length: 20 }, (_, i) => `ops${i}@acme.test`);

  await changeAll(caseId, { verb: "add_recipients", alert_email: addresses });
  expect(await db.recipient.count({ where: { caseId } })).toBe(20);
  const [result] = await changeAll(caseId, { verb: "add_recipients", alert_email: ["one@more.test"] });
  expect(result?.refused).toEqual([{ reason: "has too many addresses (maximum is 20)", names: ["Import"] }]);
});

test("an edit changes what it has and nothing else, with one audit event for each snitch that it changed", async () => {
  const { id: caseId } = await aCase();
  const channel = await aWebhook({ caseId, url: "https://hooks.acme.test/tattle" });
  const scheduled = { schedule: "30 2 * * *", timezone: "Europe/Riga", grace: 600 };
  const nightly = await aSnitch({ caseId, name: "Nightly", tags: ["db"], ...scheduled });
  const weekly = await aSnitch({ caseId, name: "Weekly", interval: "weekly", alertAfter: 3 });
  const missing = await aSnitch({ caseId, severity: "warning", remindEvery: 0, channels: [channel.id] });

  const changes = { severity: "warning", remind_every: "never", channels: [channel.id] } as const;
  const edit: BulkChange = { verb: "edit", changes: { ...changes, channels: [channel.id] } };
  expect(await changeAll(caseId, edit)).toEqual([{ done: 3, refused: [], next: null }]);

  const after = { severity: "warning", remindEvery: 0, channels: [channel.id] };
  expect(await readSnitch(nightly.id)).toMatchObject({ ...after, ...scheduled, tags: ["db"], alertAfter: 1 });
  expect(await readSnitch(weekly.id)).toMatchObject({ ...after, interval: "weekly", alertAfter: 3 });
  const events = await db.auditEvent.findMany({ where: { caseId }, orderBy: { resourceName: "asc" } });
  const facts = {
    severity: { from: "critical", to: "warning" },
    remind_every: { from: null, to: "never" },
    channels: { from: "all", to: ["https://hooks.acme.test/…"] },
  };
  expect(events.map(({ action, resourceName, facts }) => [action, resourceName, facts])).toEqual([
    ["snitch.changed", "Nightly", facts],
    ["snitch.changed", "Weekly", facts],
  ]);
  expect(events.map(({ resourceId }) => resourceId)).not.toContain(missing.token);
});

test("an edit that one setting of a snitch forbids changes nothing of that snitch, and names it", async () => {
  const { id: caseId } = await aCase();
  const weekly = await aSnitch({ caseId, name: "Weekly", interval: "weekly" });
  const nightly = await aSnitch({ caseId, name: "Nightly", schedule: "30 2 * * *", interval: "daily" });

  expect(await changeAll(caseId, { verb: "edit", changes: { grace: 900, severity: "info" } })).toEqual([
    {
      done: 1,
      refused: [
        { reason: "the grace needs a schedule: an interval has fixed periods in UTC", names: ["Weekly"] },
      ],
      next: null,
    },
  ]);
  expect(await readSnitch(weekly.id)).toMatchObject({ grace: null, severity: "critical" });
  expect(await readSnitch(nightly.id)).toMatchObject({ grace: 900, severity: "info" });
  expect(await countEvents(caseId, "snitch.changed")).toBe(1);
});

test("a schedule keeps the time zone and the grace of each snitch unless the edit has others", async () => {
  const { id: caseId } = await aCase();
  const riga = await aSnitch({ caseId, schedule: "30 2 * * *", timezone: "Europe/Riga", grace: 600 });
  const calendar = await aSnitch({ caseId, interval: "weekly" });

  await changeAll(caseId, { verb: "edit", changes: { schedule: "0 3 * * *" } });
  expect(await readSnitch(riga.id)).toMatchObject({
    schedule: "0 3 * * *",
    timezone: "Europe/Riga",
    grace: 600,
  });
  expect(await readSnitch(calendar.id)).toMatchObject({
    schedule: "0 3 * * *",
    timezone: "UTC",
    interval: "daily",
  });
  await changeAll(caseId, {
    verb: "edit",
    changes: { schedule: "every 45 minutes", timezone: "Asia/Kabul" },
  });
  expect(await readSnitch(riga.id)).toMatchObject({ timezone: "Asia/Kabul", grace: 600 });
});

test("if more snitches match than the person saw, nothing is changed", async () => {
  const { id: caseId } = await aCase();
  for (const name of ["one", "two", "three"]) await aSnitch({ caseId, name });

  await expect(changeAll(caseId, { verb: "delete" }, [], 2)).rejects.toThrow(
    new Refusal(
      "resource_invalid",
      "Nothing was changed: 3 snitches match now, not 2. Look at the list, then try again.",
    ),
  );
  expect(await db.snitch.count({ where: { caseId } })).toBe(3);
});

test("a snitch that is added while a change is under way is not changed", async () => {
  const { id: caseId } = await aCase();
  for (let i = 0; i < BATCH_SIZE + 1; i++) await aSnitch({ caseId, name: `job ${i}` });
  const filters = { tags: [], search: "" };

  const shown = BATCH_SIZE + 1;
  const first = await changeSelected(caseId, { filters, shown }, { verb: "delete" }, tuesday, ACTOR);
  await aSnitch({ caseId, name: "added meanwhile" });
  const progress = first.next ?? undefined;
  const second = await changeSelected(
    caseId,
    { filters, shown, progress },
    { verb: "delete" },
    tuesday,
    ACTOR,
  );

  expect([first.done, second.done, second.next]).toEqual([BATCH_SIZE, 1, null]);
  expect((await db.snitch.findMany({ where: { caseId } })).map(({ name }) => name)).toEqual([
    "added meanwhile",
  ]);
  expect(await countEvents(caseId, "snitch.removed")).toBe(BATCH_SIZE + 1);
});

test("selected snitches of another case are left alone", async () => {
  const { id: caseId } = await aCase();
  const ofAnotherCase = await aSnitch({ status: "healthy" });

  const selection = { tokens: [ofAnotherCase.token] };
  expect(await changeSelected(caseId, selection, { verb: "delete" }, tuesday, ACTOR)).toMatchObject({
    done: 0,
    next: null,
  });
  expect((await readSnitch(ofAnotherCase.id)).status).toBe("healthy");
});
