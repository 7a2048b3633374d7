import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { ALL_ALERTS } from "@/lib/rules/route";
import { ACTOR, aCase, aWebhook } from "@/lib/testing/factories";
import { changeRoute, channelRoute } from "./change-route";

const URL = "https://hooks.example/tattle";
const ROUTE = { ...ALL_ALERTS, tagsAny: ["db"], minSeverity: "warning" as const };

test("a route is saved, and the audit log says what changed; saving it again changes nothing", async () => {
  const { id: caseId } = await aCase();
  const { id } = await aWebhook({ caseId, url: URL });

  await changeRoute(caseId, id, { route: ROUTE, isDefault: false }, ACTOR);
  await changeRoute(caseId, id, { route: ROUTE, isDefault: false }, ACTOR);

  expect(await db.channel.findUnique({ where: { id } })).toMatchObject({ ...ROUTE, isDefault: false });
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

test("a case has one default: choosing another takes it from the one before, also at the same time", async () => {
  const { id: caseId } = await aCase();
  const webhooks = await Promise.all([1, 2, 3].map(() => aWebhook({ caseId, url: URL })));

  await Promise.all(
    webhooks.map(({ id }) => changeRoute(caseId, id, { route: ALL_ALERTS, isDefault: true }, ACTOR)),
  );

  expect(await db.channel.count({ where: { caseId, isDefault: true } })).toBe(1);
});

test("the webhook of another case is not found", async () => {
  const { id } = await aWebhook({ caseId: (await aCase()).id, url: URL });
  const { id: caseId } = await aCase();

  await expect(changeRoute(caseId, id, { route: ROUTE, isDefault: true }, ACTOR)).rejects.toMatchObject({
    type: "resource_not_found",
  });
});

test("a form’s tags are split at commas, and all causes are as good as none", () => {
  expect(
    channelRoute.parse({
      tags_any: " db, web ,,db",
      min_severity: "warning",
      cause_error: "on",
      is_default: "on",
    }),
  ).toEqual({
    isDefault: true,
    route: { ...ALL_ALERTS, tagsAny: ["db", "web"], minSeverity: "warning", causes: ["error"] },
  });
  const all = {
    cause_missed: "on",
    cause_error: "on",
    cause_overran: "on",
    cause_too_short: "on",
    cause_check: "on",
  };
  expect(channelRoute.parse(all)).toEqual({ isDefault: false, route: ALL_ALERTS });
});

test.each([
  [{ tags_any: "x".repeat(65) }, "tags_any"],
  [{ tags_none: Array.from({ length: 51 }, (_, i) => i).join() }, "tags_none"],
  [{ min_severity: "huge" }, "min_severity"],
])("a wrong form is refused on its field: %#", (form, field) => {
  expect(channelRoute.safeParse(form).error?.issues[0]?.path[0]).toBe(field);
});
