import { expect, test } from "vitest";
import { db, transaction } from "@/lib/platform/db";
import { aCase } from "@/lib/testing/factories";
import type { Action } from "./actions";
import { deleteOldEvents } from "./delete-old";
import { EVENTS_ON_A_PAGE, type EventFilter, listEvents } from "./list";
import { recordEvents } from "./record";

const by = (name: string) => ({ kind: "user", id: null, name, address: "192.0.2.7" }) as const;

const record = (caseId: string, who: string, action: Action, ...names: string[]) =>
  transaction((sql) =>
    recordEvents(
      sql,
      caseId,
      by(who),
      names.map((name) => ({ action, resource: { id: name, name } })),
    ),
  );

test("a log is narrowed by who, what and which, and shows only its own case", async () => {
  const { id: caseId } = await aCase();
  await record(caseId, "ada@example.com", "snitch.created", "Nightly backup");
  await record(caseId, "bob@example.com", "snitch.removed", "Billing run");
  await record(caseId, "ada@example.com", "api_key.created", "CI");
  await record((await aCase()).id, "ada@example.com", "snitch.created", "Somebody else’s");
  const named = async (filter: EventFilter) =>
    (await listEvents(caseId, filter)).events.map(({ resourceName }) => resourceName);

  expect(await named({})).toEqual(["CI", "Billing run", "Nightly backup"]);
  expect(await named({ who: "ADA@" })).toEqual(["CI", "Nightly backup"]);
  expect(await named({ resource: "snitch" })).toEqual(["Billing run", "Nightly backup"]);
  expect(await named({ which: "run" })).toEqual(["Billing run"]);
  expect(await named({ who: "%", which: "_" })).toEqual([]);
});

test("its pages meet, and none of them shows an event twice", async () => {
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

test("what was done more than two years ago is forgotten", async () => {
  const { id: caseId } = await aCase();
  await record(caseId, "ada@example.com", "snitch.created", "Old", "New");
  await db.auditEvent.updateMany({
    where: { resourceName: "Old" },
    data: { at: new Date("2024-03-10T00:00Z") },
  });

  await deleteOldEvents(new Date("2026-03-10T00:00:01Z"));

  expect((await listEvents(caseId, {})).events.map(({ resourceName }) => resourceName)).toEqual(["New"]);
});
