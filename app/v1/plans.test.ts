import { expect, test } from "vitest";
import { PLANS, TERMS } from "@/lib/rules/plans";
import { aSnitch } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

const valid = { name: "Nightly backup", interval: "daily" };

test("the plans include what the documentation says", () => {
  const standard = { intervals: "standard", errorNotices: false };
  expect(TERMS).toEqual({
    free: { snitches: 1, smart: "none", ...standard },
    starter: { snitches: 10, smart: "weekly and monthly", ...standard },
    team: { snitches: 100, intervals: "all", smart: "weekly and monthly", errorNotices: false },
    business: { snitches: 1000, intervals: "all", smart: "hourly and longer", errorNotices: true },
    unlimited: { snitches: Infinity, intervals: "all", smart: "hourly and longer", errorNotices: true },
  });
});

const LIMIT_REACHED = {
  status: 402,
  body: {
    type: "plan_limit_reached",
    error: "Your plan (free) has room for 1 snitch. Remove one, or move to a larger plan.",
  },
};

test("a full plan is refused before the body is validated", async () => {
  const client = await aClient({ plan: "free" });
  await aSnitch({ caseId: client.theCase.id });

  for (const body of [valid, {}, { name: 1 }, "{", undefined]) {
    expect(await readResponse(client.post("/v1/snitches", body))).toEqual(LIMIT_REACHED);
  }
});

test("concurrent creates cannot exceed the plan", async () => {
  const client = await aClient({ plan: "starter" });

  const responses = await Promise.all(Array.from({ length: 14 }, () => client.post("/v1/snitches", valid)));

  const statuses = responses.map(({ status }) => status).toSorted();
  expect(statuses).toEqual([...Array(10).fill(200), ...Array(4).fill(402)]);
  expect((await readResponse(client.get("/v1/snitches"))).body).toHaveLength(10);
});

test("after a deletion, a snitch can be created", async () => {
  const client = await aClient({ plan: "free" });
  const { token } = await aSnitch({ caseId: client.theCase.id });

  await client.remove(`/v1/snitches/${token}`);

  expect((await client.post("/v1/snitches", valid)).status).toBe(200);
});

const smart = (interval: string) => ({ interval, alert_type: "smart" });

test.each([
  ["free", { interval: "2_hour" }, "interval", "team"],
  ["starter", { interval: "1_minute" }, "interval", "team"],
  ["free", smart("weekly"), "alert_type", "starter"],
  ["starter", smart("daily"), "alert_type", "business"],
  ["team", smart("hourly"), "alert_type", "business"],
] as const)(
  "on %s, %j is refused on create and update, and the message names the smallest plan that includes it",
  async (plan, schedule, attribute, larger) => {
    const client = await aClient({ plan });
    const { token } = await aSnitch({ caseId: client.theCase.id });
    const refused = refusal([attribute, `is not included in the ${plan} plan; the ${larger} plan has it`]);

    expect(await readResponse(client.patch(`/v1/snitches/${token}`, schedule))).toEqual(refused);
    await client.remove(`/v1/snitches/${token}`);
    expect(await readResponse(client.post("/v1/snitches", { ...valid, ...schedule }))).toEqual(refused);
  },
);

test.each([
  ["free", { interval: "monthly" }],
  ["starter", smart("monthly")],
  ["team", { interval: "1_minute" }],
  ["business", smart("2_hour")],
  ["unlimited", smart("hourly")],
] as const)("%s includes %j", async (plan, schedule) => {
  const client = await aClient({ plan });

  expect(await readResponse(client.post("/v1/snitches", { ...valid, ...schedule }))).toMatchObject({
    status: 200,
    body: schedule,
  });
});

test("a value that only a larger plan includes may stay while other attributes change", async () => {
  const client = await aClient({ plan: "free" });
  const { token } = await aSnitch({ caseId: client.theCase.id, interval: "2_hour", alertType: "smart" });
  const change = async (changes: object) => (await client.patch(`/v1/snitches/${token}`, changes)).status;

  expect(await change({ name: "Renamed", interval: "2_hour", alert_type: "smart" })).toBe(200);
  expect(await change({ alert_type: "basic" })).toBe(200);
  expect(await change({ alert_type: "smart" })).toBe(422);
});

const ON_HOLD = {
  status: 402,
  body: {
    type: "account_on_hold",
    error: "This account is on hold: settle the open payment, then try again.",
  },
};

test("on hold, adding and changing are refused, and all other operations work", async () => {
  const client = await aClient({ onHoldAt: new Date() });
  const deadline = new Date("2100-01-01T00:00Z");
  const { token } = await aSnitch({ caseId: client.theCase.id, status: "healthy", deadline, tags: ["a"] });
  const path = `/v1/snitches/${token}`;

  for (const body of [valid, {}, "{"]) {
    expect(await readResponse(client.post("/v1/snitches", body))).toEqual(ON_HOLD);
    expect(await readResponse(client.patch(path, body))).toEqual(ON_HOLD);
    expect(await readResponse(client.post(`${path}/tags`, body))).toEqual(ON_HOLD);
  }
  const allowed = ["GET /v1/snitches", `GET ${path}`, `POST ${path}/pause`, `POST ${path}/unpause`];
  for (const operation of [...allowed, `DELETE ${path}/tags/a`, `DELETE ${path}`]) {
    const [method = "", path = ""] = operation.split(" ");
    expect([operation, (await send(method, path, { key: client.key })).ok]).toEqual([operation, true]);
  }
});

test("each plan has room for at least as many snitches as the smaller plans", () => {
  const limits = PLANS.map((plan) => TERMS[plan].snitches);
  expect(limits).toEqual(limits.toSorted((one, other) => one - other));
});
