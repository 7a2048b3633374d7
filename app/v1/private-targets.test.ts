import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aDnsServer } from "@/testing/dns-server";
import { aWebhook } from "@/testing/factories";
import { aClient, readResponse, refusal, send } from "@/testing/requests";

let dns: Awaited<ReturnType<typeof aDnsServer>>;

beforeAll(async () => {
  dns = await aDnsServer((name) => {
    if (name === "intranet.example") return ["10.1.2.3"];
    if (name === "both.example") return ["93.184.216.34", "10.1.2.3"];
    return name === "public.example" ? ["93.184.216.34"] : "not found";
  });
  env.DNS_SERVERS = [dns.address];
});
afterAll(() => dns.close());
beforeEach(() => {
  env.ALLOW_PRIVATE_TARGETS = false;
});

const call = (key: string, method: string, path: string, body: unknown) =>
  readResponse(send(method, path, { key, body }));
const add = (key: string, kind: string, settings: object) =>
  call(key, "POST", "/v1/channels", { kind, settings });

const REFUSED = refusal([
  "settings.url",
  "points to a private network address, which is not allowed. The operator can allow it with ALLOW_PRIVATE_TARGETS=on",
]);

test.each([
  ["webhook", { url: "http://127.0.0.1:9000/hook" }],
  ["webhook", { url: "http://[::1]/hook" }],
  ["webhook", { url: "http://localhost/hook" }],
  ["webhook", { url: "https://intranet.example/hook" }],
  ["webhook", { url: "https://both.example/hook" }],
  ["gotify", { url: "http://192.168.1.2", token: "AbCdEfGhIjKlMnO" }],
  ["goalert", { url: "https://intranet.example", token: "0a1b-2c3d" }],
  ["pagerduty", { url: "http://169.254.169.254/v2/enqueue", routing_key: "route-token" }],
  ["pagerduty", { url: "https://intranet.example/v2/enqueue", routing_key: "route-token" }],
  ["mattermost", { url: "https://intranet.example/hooks/x" }],
])("a %s with %j is refused when it is saved, with the setting that allows it", async (kind, settings) => {
  const { key, theCase } = await aClient();
  const caseId = theCase.id;

  const { status, body } = await add(key, kind, settings);

  expect({ status, body }).toEqual(REFUSED);
  expect(await db.channel.count({ where: { caseId } })).toBe(0);
  env.ALLOW_PRIVATE_TARGETS = true;
  expect((await add(key, kind, settings)).status).toBe(200);
});

test.each(["https://public.example/hook", "https://not-yet.example/hook"])(
  "a webhook at %s is added: DNS knows no private address",
  async (url) => {
    const { key } = await aClient();
    expect((await add(key, "webhook", { url })).status).toBe(200);
  },
);

test("a webhook is not changed to a private address, and one that has it can still be named, and sent there again", async () => {
  const { key, theCase } = await aClient();
  const caseId = theCase.id;
  const { id } = await aWebhook({ caseId, url: "https://public.example/hook" });
  const old = await aWebhook({ caseId, url: "https://intranet.example/hook" });

  for (const url of ["http://10.0.0.1/", "https://intranet.example/hook"]) {
    const { status, body } = await call(key, "PATCH", `/v1/channels/${id}`, { settings: { url } });
    expect({ status, body }).toEqual(REFUSED);
  }
  const settings = { url: "https://intranet.example/other" };
  expect((await call(key, "PATCH", `/v1/channels/${old.id}`, { name: "Old", settings })).status).toBe(200);
});
