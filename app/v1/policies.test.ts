import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { db } from "@/lib/platform/db";
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

test("policies are a bare array, which a PUT replaces as a whole, and [] returns to the escalation", async () => {
  const { put, list, databases, others, client, caseId } = await aClientWithPolicies();
  expect(await list()).toEqual([]);

  expect(await put([databases, others])).toEqual({ status: 200, body: [databases, others] });
  expect(await list()).toEqual([databases, others]);
  const shorter = [{ name: " Others ", match: {}, steps: [] }];
  expect(await put(shorter)).toEqual({ status: 200, body: [others] });
  expect(await put([{ name: "Others", steps: [] }])).toEqual({ status: 200, body: [others] });
  expect(await put([])).toEqual({ status: 200, body: [] });
  expect(await list()).toEqual([]);

  const other = await aClient();
  expect((await readResponse(other.get("/v1/policies"))).body).toEqual([]);
  const actors = await db.auditEvent.findMany({ where: { caseId, action: "case.changed" } });
  expect(actors.map(({ actorId }) => actorId)).toEqual([client.keyId, client.keyId, client.keyId]);
});

test("steps are listed in the order of their times, and an address is read in any case", async () => {
  const { put, email, others } = await aClientWithPolicies();
  const [late, early] = [60, 5].map((after_minutes) => ({ after_minutes, notify: [{ member: email }] }));
  const given = { ...others, steps: [{ ...late, notify: [{ member: email.toUpperCase() }] }, early] };
  expect(await put([given])).toEqual({ status: 200, body: [{ ...others, steps: [early, late] }] });
});

const LAST = { name: "Others", match: {}, steps: [] };
const aStep = (given: object) => [
  { ...LAST, steps: [{ after_minutes: 5, notify: [{ channel: "x" }], ...given }] },
];

test.each<[unknown, string]>([
  [[7], "a policy must be an object"],
  [[LAST, LAST], "“Others” is used by two policies"],
  [[{ ...LAST, days: 1 }], "a policy may have name, match, steps, repeat"],
  [[{ name: "Others", match: {} }], "steps must be a list"],
  [[{ ...LAST, match: [] }], "match must be an object"],
  [[{ ...LAST, match: { causes: ["error"] } }], "match may have tags_any, tags_none, min_severity"],
  [
    [{ ...LAST, name: "A", match: { min_severity: "high" } }, LAST],
    "min_severity must be one of info, warning, critical",
  ],
  ...[{ tags_any: ["db"] }, { tags_none: ["db"] }, { min_severity: "warning" }].map(
    (match): [unknown, string] => [
      [{ ...LAST, match }],
      "must be empty in the last policy, which is for all snitches",
    ],
  ),
  ...[-1, 6, 1.5, "1"].map((repeat): [unknown, string] => [
    [{ ...LAST, repeat }],
    "repeat must be a whole number from 0 to 5",
  ]),
  ...[-1, 10_081, 0.5, "5", null].map((after_minutes): [unknown, string] => [
    aStep({ after_minutes }),
    "after_minutes must be a whole number from 0 to 10080 (7 days)",
  ]),
  [aStep({ notify: [] }), "must notify someone: name a member or a channel"],
  ...[null, "ann@acme.test", [7], [{}], [{ member: "a@acme.test", channel: "x" }], [{ person: "a" }]].map(
    (notify): [unknown, string] => [
      aStep({ notify }),
      "notify must name a member or a channel in each entry",
    ],
  ),
  [aStep({ channels: [] }), "a step may have after_minutes, notify"],
  [
    [{ ...LAST, steps: [...(aStep({})[0]?.steps ?? []), ...(aStep({})[0]?.steps ?? [])] }],
    "two steps have the same after_minutes: combine them",
  ],
  [
    [
      {
        ...LAST,
        steps: [1, 2, 3, 4, 5, 6].map((after_minutes) => ({ after_minutes, notify: [{ channel: "x" }] })),
      },
    ],
    "has too many steps (maximum is 5)",
  ],
  [
    Array.from({ length: 21 }, (_, i) => ({ ...LAST, name: `Policy ${i}` })),
    "has too many policies (maximum is 20)",
  ],
  [aStep({}), "has no channel with the id x"],
  [aStep({ notify: [{ member: "Zoe@acme.test" }] }), "names zoe@acme.test, who is not a member of this case"],
])("%j is refused, and nothing changes", async (body, message) => {
  const { client, put, list, databases, others } = await aClientWithPolicies();
  await put([databases, others]);
  expect(await readResponse(send("PUT", "/v1/policies", { key: client.key, body }))).toEqual(
    refusal(["policies", message]),
  );
  expect(await list()).toEqual([databases, others]);
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

test("a case on hold refuses a change", async () => {
  const { caseId, put } = await aClientWithPolicies();
  await db.case.update({ where: { id: caseId }, data: { onHoldAt: new Date() } });
  expect(await put([])).toMatchObject({ body: { type: "account_on_hold" } });
});
