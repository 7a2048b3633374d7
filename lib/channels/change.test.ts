import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ACTOR, aCase, aWebhook } from "@/testing/factories";
import { changeChannel } from "./change";
import { routeForm } from "./route-form";

const URL = "https://hooks.example/tattle";
const ROUTING = { tags_any: ["db"], min_severity: "warning" as const };

test("a route is saved, and the audit log says what changed; saving it again changes nothing", async () => {
  const { id: caseId } = await aCase();
  const { id } = await aWebhook({ caseId, url: URL });

  await changeChannel(caseId, id, { routing: ROUTING }, ACTOR);
  await changeChannel(caseId, id, { routing: ROUTING }, ACTOR);

  expect(await db.channel.findUnique({ where: { id } })).toMatchObject({
    tagsAny: ["db"],
    minSeverity: "warning",
    isDefault: false,
  });
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    {
      action: "webhook.changed",
      resourceName: "https://hooks.example/…",
      facts: {
        one_of_the_tags: { from: [], to: ["db"] },
        severity_at_least: { from: "info", to: "warning" },
      },
    },
  ]);
});

test("a case has one default: choosing another takes it from the previous one, also at the same time", async () => {
  const { id: caseId } = await aCase();
  const webhooks = await Promise.all([1, 2, 3].map(() => aWebhook({ caseId, url: URL })));

  await Promise.all(
    webhooks.map(({ id }) => changeChannel(caseId, id, { routing: { default: true } }, ACTOR)),
  );

  expect(await db.channel.count({ where: { caseId, isDefault: true } })).toBe(1);
});

test("the webhook of another case is not found", async () => {
  const { id } = await aWebhook({ caseId: (await aCase()).id, url: URL });
  const { id: caseId } = await aCase();

  await expect(changeChannel(caseId, id, { routing: ROUTING }, ACTOR)).rejects.toMatchObject({
    type: "resource_not_found",
  });
});

test("a form’s tags are split at commas, and all causes are as good as none", () => {
  expect(
    routeForm.parse({
      tags_any: " db, web ,,db",
      min_severity: "warning",
      cause_error: "on",
      is_default: "on",
    }),
  ).toEqual({
    tags_any: ["db", "web"],
    tags_all: [],
    tags_none: [],
    min_severity: "warning",
    causes: ["error"],
    default: true,
  });
  const all = {
    cause_missed: "on",
    cause_error: "on",
    cause_overran: "on",
    cause_too_short: "on",
    cause_check: "on",
  };
  expect(routeForm.parse(all)).toMatchObject({ causes: [], min_severity: "info", default: false });
});

test.each([
  [{ tags_any: "x".repeat(65) }, "tags_any"],
  [{ tags_none: Array.from({ length: 51 }, (_, i) => i).join() }, "tags_none"],
  [{ min_severity: "huge" }, "min_severity"],
])("a wrong form is refused on its field: %#", (form, field) => {
  expect(routeForm.safeParse(form).error?.issues[0]?.path[0]).toBe(field);
});
