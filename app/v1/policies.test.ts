import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { ACTOR, aMember, aWebhook } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

/** A client of a case with a member and a channel, and policies that name them. */
async function aClientWithPolicies() {
  const client = await aClient();
  const caseId = client.theCase.id;
  const { email } = await aMember({ caseId });
  const { id: channel } = await aWebhook({ caseId, url: "https://ops.example" });
  const put = (body: unknown) => readResponse(send("PUT", "/v1/policies", { key: client.key, body }));
  const list = async () => (await readResponse(client.get("/v1/policies"))).body;
  const databases = {
    name: "Databases",
    match: { tags_any: ["db"], tags_none: ["test"], min_severity: "warning" },
    steps: [
      { after_minutes: 0, notify: [{ channel }, { member: email }] },
      { after_minutes: 30, notify: [{ member: email }] },
    ],
    repeat: 5,
  };
  const others = {
    name: "Others",
    match: { tags_any: [], tags_none: [], min_severity: "info" },
    steps: [],
    repeat: 0,
  };
  return { client, caseId, email, channel, put, list, databases, others };
}

test("steps are listed in the order of their times, and an address is read in any case", async () => {
  const { put, email, others } = await aClientWithPolicies();
  const [late, early] = [60, 5].map((after_minutes) => ({ after_minutes, notify: [{ member: email }] }));
  const given = { ...others, steps: [{ ...late, notify: [{ member: email.toUpperCase() }] }, early] };
  expect(await put([given])).toEqual({ status: 200, body: [{ ...others, steps: [early, late] }] });
});

test("members and channels of another case are unknown, in one refusal", async () => {
  const { put, others } = await aClientWithPolicies();
  const { email, channel } = await aClientWithPolicies();
  const steps = [{ after_minutes: 5, notify: [{ member: email }, { channel }] }];
  expect(await put([{ ...others, steps }])).toMatchObject(
    refusal(
      ["policies", `names ${email}, who is not a member of this case`],
      ["policies", `has no channel with the id ${channel}`],
    ),
  );
});

test("20 policies with 5 steps each are accepted", async () => {
  const { put, email, others } = await aClientWithPolicies();
  const steps = [0, 1, 2, 3, 10_080].map((after_minutes) => ({
    after_minutes,
    notify: [{ member: email }],
  }));
  const policies = Array.from({ length: 20 }, (_, i) => ({
    ...others,
    name: `Policy ${i}`,
    steps,
    repeat: 5,
  }));
  expect(await put(policies)).toEqual({ status: 200, body: policies });
});

test("a key that may only read lists them, and a narrowed key is refused", async () => {
  const { caseId, put, databases, others } = await aClientWithPolicies();
  await put([databases, others]);
  const call = async (key: string, method: string) =>
    readResponse(send(method, "/v1/policies", { key, ...(method === "PUT" && { body: [] }) }));
  for (const access of ["read", "acknowledge", "plan"] as const) {
    const { key } = await createApiKey(caseId, { name: access, access }, ACTOR);
    expect([access, (await call(key, "GET")).body]).toEqual([access, [databases, others]]);
    expect([access, (await call(key, "PUT")).status]).toEqual([access, 401]);
  }
  const { key } = await createApiKey(caseId, { name: "db", access: "full", tags: ["db"] }, ACTOR);
  for (const method of ["GET", "PUT"])
    expect(await call(key, method)).toMatchObject(
      refusal(["policies", "belong to the whole case, but this API key is limited to some of its snitches"]),
    );
});
