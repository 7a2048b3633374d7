import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

test("a list of what may not be wanted has what is stale, until that is silenced for good", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  const old = await aSnitch({ caseId, name: "Old", createdAt: new Date(Date.now() - 15 * DAY_MS) });
  await aSnitch({ caseId, name: "New", createdAt: new Date() });
  const list = async (query: string) => {
    const { body } = await readResponse(client.get(`/v1/snitches${query}`));
    return (body as { name: string; silenced?: string[] }[]).map(({ name, silenced: dismissed }) => [
      name,
      dismissed,
    ]);
  };
  expect(await list("?stale=true")).toEqual([["Old", undefined]]);
  expect(await list("?stale=1")).toHaveLength(2);

  const path = `/v1/snitches/${old.token}`;
  const patch = (dismissed: unknown) =>
    readResponse(send("PATCH", path, { key: client.key, body: { silenced: dismissed } }));
  expect(await patch(["too_often", "stale", "stale"])).toMatchObject({
    body: { silenced: ["stale", "too_often"] },
  });

  expect(await list("?stale=true")).toEqual([]);
  expect(await list("")).toEqual([
    ["Old", ["stale", "too_often"]],
    ["New", undefined],
  ]);
  expect(await db.auditEvent.findFirst({ where: { caseId, action: "snitch.changed" } })).toMatchObject({
    facts: { silenced: { from: [], to: ["stale", "too_often"] } },
  });
  expect(await patch(["loud"])).toMatchObject({ status: 422 });
  expect((await patch(null)).body).not.toHaveProperty("silenced");
});
