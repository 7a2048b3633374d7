import { expect, test } from "vitest";
import { transaction } from "@/lib/platform/db";
import { aCase } from "@/testing/factories";
import type { Action } from "./actions";
import { deleteOldEvents } from "./delete-old";
import { findLatestEvent } from "./latest";
import { EVENTS_ON_A_PAGE, type EventFilter, listEvents } from "./list";
import { recordEvents } from "./record";

const actor = (name: string) => ({ kind: "user", id: null, name, address: "192.0.2.7" }) as const;

const record = (caseId: string, actorName: string, action: Action, ...names: string[]) =>
  transaction((sql) =>
    recordEvents(
      sql,
      caseId,
      actor(actorName),
      names.map((name) => ({ action, resource: { id: name, name } })),
    ),
  );

test("a case's log can be filtered by actor, kind of resource and name, and shows no other case", async () => {
  const { id: caseId } = await aCase();
  await record(caseId, "ada@example.com", "snitch.created", "Nightly backup");
  await record(caseId, "bob@example.com", "snitch.removed", "Billing run");
  await record(caseId, "ada@example.com", "api_key.created", "CI");
  await record((await aCase()).id, "ada@example.com", "snitch.created", "Of another case");
  const listResourceNames = async (filter: EventFilter) =>
    (await listEvents(caseId, filter)).events.map(({ resourceName }) => resourceName);

  expect(await listResourceNames({})).toEqual(["CI", "Billing run", "Nightly backup"]);
  expect(await listResourceNames({ who: "ADA@" })).toEqual(["CI", "Nightly backup"]);
  expect(await listResourceNames({ resource: "snitch" })).toEqual(["Billing run", "Nightly backup"]);
  expect(await listResourceNames({ which: "run" })).toEqual(["Billing run"]);
  expect(await listResourceNames({ who: "%", which: "_" })).toEqual([]);
});

test("the log of one resource has nothing of another, nor of the same id in another case", async () => {
  const { id: caseId } = await aCase();
  await record(caseId, "ada@example.com", "snitch.created", "c0ffee", "beef");
  await record(caseId, "bob@example.com", "snitch.paused", "c0ffee");
  await record((await aCase()).id, "eve@example.com", "snitch.paused", "c0ffee");

  const { events } = await listEvents(caseId, { resourceId: "c0ffee" });

  expect(events.map(({ actorName, action }) => `${actorName} ${action}`)).toEqual([
    "bob@example.com snitch.paused",
    "ada@example.com snitch.created",
  ]);
  expect(await findLatestEvent(caseId, "c0ffee", "snitch.paused")).toMatchObject({
    actorName: "bob@example.com",
  });
  expect(await findLatestEvent(caseId, "beef", "snitch.paused")).toBeNull();
});

test("the pages together show each event exactly once, newest first", async () => {
  const { id: caseId } = await aCase();
  const names = Array.from({ length: 2 * EVENTS_ON_A_PAGE + 1 }, (_, i) => `Job ${i}`);
  await record(caseId, "ada@example.com", "snitch.created", ...names);

  const seen: string[] = [];
  for (let before: string | undefined; ; ) {
    const { events, next } = await listEvents(caseId, { before });
    seen.push(...events.map(({ resourceName }) => resourceName));
    if (!next) break;
    before = next;
  }

  expect(seen).toEqual(names.reverse());
});

test("events older than two years are deleted", async () => {
  const { id: caseId } = await aCase();
  await record(caseId, "ada@example.com", "snitch.created", "New");
  const resource = { id: "Old", name: "Old" };
  const old = { action: "snitch.created", resource, at: new Date("2024-03-10T00:00Z") } as const;
  await transaction((sql) => recordEvents(sql, caseId, actor("ada@example.com"), [old]));

  await deleteOldEvents(new Date("2026-03-10T00:00:01Z"));

  expect((await listEvents(caseId, {})).events.map(({ resourceName }) => resourceName)).toEqual(["New"]);
});
