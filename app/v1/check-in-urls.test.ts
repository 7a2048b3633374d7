import { describe, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { API_KEY_ACCESS } from "@/lib/cases/api-key-form";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { HOUR_MS } from "@/lib/rules/durations";
import { ACTOR, aSnitch } from "@/testing/factories";
import { requestProtocol } from "@/testing/protocol-request";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

type Presented = {
  token: string;
  check_in_url?: string;
  former_url?: { works_until: string; check_ins: number; last_address: string | null };
};

async function aJob() {
  const client = await aClient({ plan: "unlimited" });
  const { id, token } = await aSnitch({ caseId: client.theCase.id, interval: "hourly", slug: "job" });
  const show = async (key = client.key) =>
    (await readResponse(send("GET", `/v1/snitches/${token}`, { key }))).body as Presented;
  const rotate = (body?: unknown) => readResponse(client.post(`/v1/snitches/${token}/rotate`, body));
  const replace = async (hours: number) => {
    const { body } = await rotate({ overlap_hours: hours });
    return (body as Presented).check_in_url?.split("/").at(-1) ?? "";
  };
  return { client, id, token, show, rotate, replace };
}

const checkIn = async (key: string, at = new Date()) => (await requestProtocol(`/${key}`, { at })).status;
const countCheckIns = (snitchId: string) => db.checkIn.count({ where: { snitchId } });

test("a replaced URL works until its overlap ends, to the millisecond, and its check-ins are counted", async () => {
  const { client, id, token, show, rotate } = await aJob();
  const before = await show();

  const { status, body } = await rotate();
  const presented = body as Presented;

  const key = presented.check_in_url?.split("/").at(-1) ?? "";
  expect(status).toBe(200);
  expect(key).toMatch(/^[\da-f]{16}$/);
  expect(key).not.toBe(token);
  const until = new Date(presented.former_url?.works_until ?? "");
  expect(presented).toEqual({
    ...before,
    check_in_url: `${env.CHECK_IN_URL}/${key}`,
    former_url: { works_until: until.toISOString(), check_ins: 0, last_address: null },
  });
  expect(Math.round((until.getTime() - Date.now()) / HOUR_MS)).toBe(24);

  const justBefore = new Date(until.getTime() - 1);
  expect([await checkIn(key), await checkIn(token), await checkIn(token, justBefore)]).toEqual([
    202, 202, 202,
  ]);
  expect(await show()).toMatchObject({
    former_url: { works_until: until.toISOString(), check_ins: 2, last_address: "192.0.2.1" },
  });
  expect([await checkIn(token, until), await checkIn(key, until)]).toEqual([404, 202]);
  expect(await countCheckIns(id)).toBe(4);

  await db.formerCheckInKey.updateMany({ where: { snitchId: id }, data: { worksUntil: new Date() } });
  expect(await show()).toEqual({
    ...before,
    status: "healthy",
    checked_in_at: until.toISOString(),
    check_in_url: `${env.CHECK_IN_URL}/${key}`,
  });
  expect(await readResponse(client.post(`/v1/snitches/${token}/tags`, ["web"]))).toEqual({
    status: 200,
    body: ["web"],
  });
});

test("an overlap of 0 ends all previous URLs, and several work side by side", async () => {
  const { token, show, replace } = await aJob();
  const second = await replace(1);
  const third = await replace(168);
  expect([await checkIn(token), await checkIn(second), await checkIn(third)]).toEqual([202, 202, 202]);
  expect((await show()).former_url).toMatchObject({ check_ins: 2 });

  const fourth = await replace(0);

  const statuses = [];
  for (const key of [token, second, third, fourth]) statuses.push(await checkIn(key));
  expect(statuses).toEqual([404, 404, 404, 202]);
  expect(await show()).not.toHaveProperty("former_url");
});

test("five previous URLs may work; after that only an overlap of 0 replaces another", async () => {
  const { id, rotate, replace } = await aJob();
  for (let i = 0; i < 5; i++) await replace(2);

  expect(await rotate({ overlap_hours: 1 })).toEqual(
    refusal(["overlap_hours", "must be 0, which ends all previous URLs: 5 of them still work"]),
  );
  await replace(0);
  await replace(1);

  expect(await db.formerCheckInKey.count({ where: { snitchId: id } })).toBe(5);
});

test("only a key with full access replaces a URL, and another case’s snitch is as none", async () => {
  const { client, id, token } = await aJob();
  const path = `/v1/snitches/${token}/rotate`;
  for (const access of API_KEY_ACCESS.filter((each) => each !== "full")) {
    const { key } = await createApiKey(client.theCase.id, { name: access, access }, ACTOR);
    expect((await send("POST", path, { key })).status).toBe(401);
  }
  const { key } = await createApiKey(client.theCase.id, { name: "Narrow", tags: ["web"] }, ACTOR);
  const other = await aClient();
  const none = await readResponse(other.post("/v1/snitches/0000000000000000/rotate"));
  expect(none.status).toBe(404);
  expect(await readResponse(other.post(path))).toEqual(none);
  expect(await readResponse(send("POST", path, { key }))).toEqual(none);

  expect(await db.snitch.findUnique({ where: { id } })).toMatchObject({ token, checkInKey: token });
  expect(await db.formerCheckInKey.count({ where: { snitchId: id } })).toBe(0);
});

describe("a replaced URL is only for keys that may replace it again", () => {
  test("in a snitch and in the list; one that was never replaced is for all", async () => {
    const { client, token, show, replace } = await aJob();
    const untouched = await aSnitch({ caseId: client.theCase.id });
    const narrower = await Promise.all(
      (["read", "acknowledge", "plan"] as const).map((access) =>
        createApiKey(client.theCase.id, { name: access, access }, ACTOR),
      ),
    );
    for (const { key } of narrower)
      expect((await show(key)).check_in_url).toBe(`${env.CHECK_IN_URL}/${token}`);

    const secret = await replace(24);

    for (const { key } of narrower) {
      expect(await show(key)).toEqual({ ...(await show()), check_in_url: undefined });
      const list = await (await send("GET", "/v1/snitches", { key })).text();
      expect(list).not.toContain(secret);
      expect(list).toContain(`${env.CHECK_IN_URL}/${untouched.token}`);
    }
  });

  test("a key that only reports learns it by the slug, because that is where the job checks in", async () => {
    const { client, token, replace } = await aJob();
    const secret = await replace(24);
    const { key } = await createApiKey(client.theCase.id, { name: "Job", access: "ping" }, ACTOR);

    expect(await readResponse(send("PUT", "/v1/snitches/slugs/job", { key }))).toEqual({
      status: 200,
      body: { slug: "job", token, check_in_url: `${env.CHECK_IN_URL}/${secret}`, created: false },
    });
  });

  test("it is in no exported file and no event of the audit log", async () => {
    const { client, token, replace } = await aJob();
    const secret = await replace(24);
    const exported = await (await client.get("/v1/configuration")).text();
    const events = await (await client.get("/v1/audit")).text();

    expect(exported).toContain("Nightly backup");
    expect(exported + events).not.toContain(secret);
    expect(
      await db.auditEvent.findMany({ where: { action: "snitch.url_replaced", resourceId: token } }),
    ).toMatchObject([{ resourceName: "Nightly backup", facts: { overlap_hours: "24" } }]);
  });
});

test("the URLs of a deleted snitch all end", async () => {
  const { client, token, replace } = await aJob();
  const second = await replace(24);
  expect(await checkIn(token)).toBe(202);

  await client.remove(`/v1/snitches/${token}`);

  expect([await checkIn(token), await checkIn(second)]).toEqual([404, 404]);
});
