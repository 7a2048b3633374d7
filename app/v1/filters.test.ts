import { expect, test } from "vitest";
import { changeSelected } from "@/lib/monitoring/change-selected";
import { db } from "@/lib/platform/db";
import type { FilterAttributes } from "@/lib/snitches/filter-attributes";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

const FILTERS = { in_http_body: true, success_keywords: "done", failure_keywords: "error, aborted" };
const SHOWN: FilterAttributes = {
  methods: "",
  in_subject: false,
  in_body: false,
  in_http_body: true,
  success_keywords: "done",
  failure_keywords: "error, aborted",
  start_keywords: "",
  fails_by_default: false,
};

test("filters are set, shown, changed as a whole and cleared; a snitch without any has no such member", async () => {
  const client = await aClient();
  const { body: plain } = await readResponse(
    client.post("/v1/snitches", { name: "Plain", interval: "daily" }),
  );
  expect(plain).not.toHaveProperty("filters");

  const { status, body } = await readResponse(
    client.post("/v1/snitches", { name: "Backup", interval: "daily", filters: FILTERS }),
  );
  expect([status, body]).toMatchObject([200, { filters: SHOWN }]);

  const { token } = body as { token: string };
  const patch = async (changes: object) =>
    (await readResponse(client.patch(`/v1/snitches/${token}`, changes))).body;
  expect(await patch({ notes: "On db1" })).toMatchObject({ filters: SHOWN });
  expect(await patch({ filters: { methods: "POST" } })).toMatchObject({
    filters: { ...SHOWN, methods: "POST", in_http_body: false, success_keywords: "", failure_keywords: "" },
  });
  expect(await patch({ filters: null })).not.toHaveProperty("filters");
  expect(await db.snitch.findUniqueOrThrow({ where: { token } })).toMatchObject({ filters: null });
  const events = await db.auditEvent.findMany({
    where: { caseId: client.theCase.id, action: "snitch.changed" },
    orderBy: { id: "asc" },
  });
  expect(events.map(({ facts }) => facts)).toMatchObject([
    {},
    { filters: { from: expect.arrayContaining(["successKeywords: done"]), to: ["methods: POST"] } },
    { filters: { from: ["methods: POST"], to: null } },
  ]);
});

test("that check-ins end no pause is not a part of the filters, and stays when they are cleared", async () => {
  const client = await aClient();
  const filters = { methods: "POST", manualResume: true };
  const { token } = await aSnitch({ caseId: client.theCase.id, filters });

  await readResponse(client.patch(`/v1/snitches/${token}`, { filters: null }));

  const { filters: stored } = await db.snitch.findUniqueOrThrow({ where: { token } });
  expect(stored).toMatchObject({ methods: "", manualResume: true });
});

test("a bulk edit sets and clears the filters of the selected snitches alone", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  const [one, other] = [await aSnitch({ caseId }), await aSnitch({ caseId })];
  const edit = (filters: typeof SHOWN | null) =>
    changeSelected(
      caseId,
      { tokens: [one.token] },
      { verb: "edit", changes: { filters } },
      new Date("2026-03-10T00:00Z"),
      ACTOR,
    );
  const show = async (token: string) => (await readResponse(client.get(`/v1/snitches/${token}`))).body;

  await edit({ ...SHOWN, methods: "POST" });
  expect([await show(one.token), await show(other.token)]).toEqual([
    expect.objectContaining({ filters: { ...SHOWN, methods: "POST" } }),
    expect.not.objectContaining({ filters: expect.anything() }),
  ]);
  await edit(null);
  expect(await show(one.token)).not.toHaveProperty("filters");
});
