import { afterAll, beforeAll, beforeEach, expect, test, vi } from "vitest";
import { newSigningSecret } from "@/lib/channel-kinds/signing-secret";
import { sendTestEvent } from "@/lib/channels/test-event";
import { db, pool } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { queues } from "@/lib/platform/queue";
import { aDnsServer } from "@/testing/dns-server";
import { aCase, aMember, aWebhook } from "@/testing/factories";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { type ServerProcess, startWorker } from "@/testing/server-process";

const WEBHOOKS_PER_CASE = 20;
const DELIVERIES_PER_WEBHOOK = 10;
const MAX_DELAY_MS = 3_000;

let dns: Awaited<ReturnType<typeof aDnsServer>>;
let hanging: Receiver;
let dripping: Receiver;
let redirecting: Receiver;
let healthy: Receiver;
let worker: ServerProcess;

beforeAll(async () => {
  dns = await aDnsServer((name) => (name === "healthy.example" ? ["127.0.0.1"] : "mute"));
  hanging = await aReceiver(() => {});
  dripping = await aReceiver((response) => {
    response.writeHead(200, { "Content-Length": 1_000 });
    const interval = setInterval(() => response.write("."), 500);
    response.once("close", () => clearInterval(interval));
  });
  redirecting = await aReceiver((response) => response.writeHead(302, { Location: hanging.url }).end());
  healthy = await aReceiver();
  worker = await startWorker({
    DNS_SERVERS: dns.address,
  });
}, 60_000);
beforeEach(async () => {
  // The worker still writes about them.
  await vi.waitFor(() => db.case.deleteMany(), { timeout: 20_000 });
  for (const { requests } of [hanging, dripping, redirecting, healthy]) requests.length = 0;
});
afterAll(async () => {
  await worker.signal("SIGKILL");
  await queues().close();
  for (const server of [dns, hanging, dripping, redirecting, healthy]) server.close();
});

/** Cases of one account, each with twenty channels that have ten deliveries each: webhooks, or servers of Gotify. */
async function aHog(
  cases: number,
  urlOf: (number: number) => string,
  kind: "webhook" | "gotify" = "webhook",
) {
  const { id: userId } = await aMember({ caseId: (await aCase()).id });
  for (let i = 0; i < cases; i += 1) {
    const { id: caseId } = await aCase();
    await db.member.create({ data: { caseId, userId, role: "owner" } });
    const urls = Array.from({ length: WEBHOOKS_PER_CASE }, (_, n) => urlOf(i * WEBHOOKS_PER_CASE + n));
    const settings = urls.map((url) =>
      kind === "webhook"
        ? null
        : encrypt(JSON.stringify({ url: new URL(url).origin, token: "A1b2C3d4E5f6G7h" })),
    );
    await pool.query(
      `WITH hooks AS (INSERT INTO channels (id, case_id, kind, url, settings, secret)
         SELECT new_id(), $1, $5, url, settings, $3 FROM unnest($2::text[], $6::text[]) AS n(url, settings) RETURNING id)
       INSERT INTO deliveries (id, channel_id, event, body)
       SELECT new_id(), id, 'test', CASE WHEN $5 = 'webhook' THEN '{}' END FROM hooks, generate_series(1, $4)`,
      [
        caseId,
        urls.map((url) => encrypt(url)),
        encrypt(newSigningSecret()),
        DELIVERIES_PER_WEBHOOK,
        kind,
        settings,
      ],
    );
  }
}

/** Resolves when the count is positive and has not changed for a second. */
async function untilSteady(count: () => number) {
  let last = 0;
  await vi.waitFor(
    () => {
      const before = last;
      last = count();
      expect(last).toBeGreaterThan(0);
      expect(last).toBe(before);
    },
    { timeout: 30_000, interval: 1_000 },
  );
}

/** Sends a few test events of another account, one after another. Returns the milliseconds until each was received. */
async function measureDelays(): Promise<number[]> {
  const { id: caseId } = await aCase();
  const { id: userId } = await aMember({ caseId });
  const webhook = await aWebhook({ caseId, url: healthy.url.replace("127.0.0.1", "healthy.example") });
  const delays: number[] = [];
  for (let i = 0; i < 5; i += 1) {
    const receivedBefore = healthy.requests.length;
    const startedAt = performance.now();
    await sendTestEvent(caseId, webhook.id, userId, new Date());
    await vi.waitFor(() => expect(healthy.requests.length).toBe(receivedBefore + 1), {
      timeout: 10_000,
      interval: 10,
    });
    delays.push(performance.now() - startedAt);
  }
  expect(
    await db.attempt.count({ where: { delivery: { channelId: webhook.id }, outcome: { not: "accepted" } } }),
  ).toBe(0);
  return delays;
}

test("twenty webhooks on names whose DNS never responds delay no other account's webhook", async () => {
  await aHog(1, (n) => `http://mute-${n}.example/`);
  await vi.waitFor(() => expect(new Set(dns.asked).size).toBeGreaterThanOrEqual(WEBHOOKS_PER_CASE), {
    timeout: 10_000,
  });

  expect(Math.max(...(await measureDelays()))).toBeLessThan(MAX_DELAY_MS);

  await vi.waitFor(
    async () => expect(await db.attempt.count({ where: { outcome: "dns_failed" } })).toBeGreaterThan(0),
    {
      timeout: 10_000,
    },
  );
}, 60_000);

test("a thousand webhooks of one account that hang delay no other account's webhook", async () => {
  await aHog(50, () => hanging.url);
  await untilSteady(() => hanging.requests.length);

  expect(Math.max(...(await measureDelays()))).toBeLessThan(MAX_DELAY_MS);
  expect(hanging.requests.length).toBeGreaterThan(100);
}, 60_000);

test("a thousand channels of one account that hang, drip or redirect delay no other account's", async () => {
  await aHog(50, (n) => [hanging, dripping, redirecting][n % 3]?.url ?? "", "gotify");
  await untilSteady(() => hanging.requests.length + dripping.requests.length);

  expect(Math.max(...(await measureDelays()))).toBeLessThan(MAX_DELAY_MS);
  expect(redirecting.requests.length).toBeGreaterThan(0);
  const redirected = () => db.attempt.count({ where: { outcome: "redirect" } });
  await vi.waitFor(async () => expect(await redirected()).toBeGreaterThan(0), 10_000);
}, 60_000);
