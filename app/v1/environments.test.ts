import { expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { ACTOR, aSnitch } from "@/testing/factories";
import { aClient, readResponse, send } from "@/testing/requests";

const refusal = (attribute: string, message: string) => ({
  status: 422,
  body: expect.objectContaining({ type: "resource_invalid", validations: [{ attribute, message }] }),
});

const TAKEN = refusal("environment", "has another snitch with the same slug");

test("a slug is unique in its environment, also if only the environment changes, and two at once", async () => {
  const client = await aClient();
  const path = "/v1/snitches";
  const input = { name: "Backup", interval: "daily", slug: "backup" };
  const create = async (environment: string) => readResponse(client.post(path, { ...input, environment }));
  const { body: eu } = await create("eu");
  const { body: us } = await create("us");
  const { body: asia } = await create("asia");
  const tokens = [eu, us, asia].map((body) => (body as { token: string }).token);
  const patch = (token = "", changes: object) => readResponse(client.patch(`${path}/${token}`, changes));

  expect(await create("eu")).toEqual(refusal("slug", "is already used by another snitch"));
  expect(await patch(tokens[0], { environment: "us" })).toEqual(TAKEN);
  expect(await patch(tokens[0], { environment: "eu", slug: "backup" })).toMatchObject({ status: 200 });

  const both = await Promise.all(tokens.slice(0, 2).map((token) => patch(token, { environment: "" })));
  expect(both.map(({ status }) => status).sort()).toEqual([200, 422]);
});

test("the environment of a snitch that a protocol sets stays, and so does a long one", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  const set = await aSnitch({ caseId, environment: "eu", setBy: "sentry" });
  const long = await aSnitch({ caseId, environment: "x".repeat(200) });
  const patch = (token: string, changes: object) =>
    readResponse(client.patch(`/v1/snitches/${token}`, changes));

  for (const environment of ["us", "", null]) {
    expect(await patch(set.token, { environment })).toEqual(
      refusal("environment", "comes with the check-ins of the job: change it there"),
    );
  }
  expect(await patch(set.token, { environment: "eu", notes: "n" })).toMatchObject({ status: 200 });
  expect(await patch(long.token, { environment: "x".repeat(200) })).toMatchObject({ status: 200 });
  expect(await patch(long.token, { environment: "x".repeat(65) })).toEqual(
    refusal("environment", "is too long (maximum is 64 characters)"),
  );
  expect(await patch(long.token, { environment: 7 })).toEqual(
    refusal("environment", "must be text: put a number in quotes"),
  );
});

test("a narrow key cannot take the check-ins of a slug outside its reach by another environment", async () => {
  const client = await aClient();
  const caseId = client.theCase.id;
  await aSnitch({ caseId, slug: "backup", environment: "eu", tags: ["web"] });
  const inside = await aSnitch({ caseId, slug: "backup", environment: "us", tags: ["db"] });
  const { key } = await createApiKey(caseId, { name: "db", access: "full", tags: ["db"] }, ACTOR);

  // Without an environment, it would be the first for that slug.
  const { token } = inside;
  expect(
    await readResponse(send("PATCH", `/v1/snitches/${token}`, { key, body: { environment: "" } })),
  ).toEqual(TAKEN);
  const listed = await readResponse(send("GET", "/v1/snitches?environment=eu", { key }));
  expect(listed.body).toEqual([]);
});
