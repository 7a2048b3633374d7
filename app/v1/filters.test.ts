import { expect, test } from "vitest";
import { changeSelected } from "@/lib/monitoring/change-selected";
import { db } from "@/lib/platform/db";
import type { FilterAttributes } from "@/lib/snitches/filter-attributes";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse } from "@/testing/requests";

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
