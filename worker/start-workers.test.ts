import type { ServerResponse } from "node:http";
import { Redis } from "ioredis";
import { Webhook } from "standardwebhooks";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { CANARY, canaryLag, maintainCanary } from "@/lib/metrics/canary";
import { db } from "@/lib/platform/db";
import { openQueues } from "@/lib/platform/queue";
import { eventually } from "@/testing/eventually";
import { aCase, aMember, aSnitch, aWebhook } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { startWorkers } from "./start-workers";

const redisUrl = process.env.TEST_REDIS_URL;
const backends = [
  { name: "on Postgres", redisUrl: undefined, runs: true },
  { name: "on Redis", redisUrl, runs: redisUrl !== undefined },
];

/** Responds with these statuses in turn, and then with 200. */
const respondWith = (statuses: number[]) => (response: ServerResponse) => {
  response.writeHead(statuses.shift() ?? 200).end("thanks");
};

const tuesday = new Date("2026-03-10T00:00Z");

for (const { name, redisUrl, runs } of backends) {
  describe.runIf(runs)(`the worker ${name}`, () => {
    let stop: () => Promise<void>;

    beforeAll(() => {
      stop = startWorkers(openQueues({ databaseUrl: process.env.DATABASE_URL ?? "", redisUrl }));
    });
    afterAll(() => stop());

    test("turns a missed period into a signed webhook request and an email, each sent once", async () => {
      const receiver = await aReceiver();
      const theCase = await aCase();
      const member = await aMember({ caseId: theCase.id });
      const webhook = await aWebhook({ caseId: theCase.id, url: receiver.url });
      const snitch = await aSnitch({ caseId: theCase.id, status: "healthy", deadline: tuesday });

      await eventually(() => expect(receiver.requests).toHaveLength(1));
      const { headers = {}, body = "" } = receiver.requests[0] ?? {};
      new Webhook(webhook.secret).verify(body, headers as Record<string, string>);
      expect(headers).toMatchObject({
        "content-type": "application/json",
        "user-agent": expect.stringMatching(/^Tattle\//),
      });
      const { token, name: snitchName, notes, tags } = snitch;
      expect(JSON.parse(body)).toEqual({
        type: "snitch.missing",
        timestamp: "2026-03-10T00:00:00.000Z",
        data: {
          snitch: { token, name: snitchName, notes, tags, status: "missing", previous_status: "healthy" },
          incident: {
            id: expect.any(String),
            opened_at: "2026-03-10T00:00:00.000Z",
            severity: "critical",
            cause: "missed",
          },
        },
      });

      const emails = () => db.capturedEmail.findMany({ where: { to: member.email } });
      await eventually(async () => expect(await emails()).toHaveLength(1));
      expect((await emails())[0]?.subject).toContain("Missing: Nightly backup");
      const delivered = { id: headers["webhook-id"], acceptedAt: expect.any(Date), attempts: 1 };
      const deliveries = () => db.delivery.findMany({ where: { channelId: webhook.id } });
      await eventually(async () => expect(await deliveries()).toMatchObject([delivered]));
      receiver.close();
    });

    test("repeats a delivery with the same id until the target accepts it, and records each response", async () => {
      const receiver = await aReceiver(respondWith([500, 301]));
      const theCase = await aCase();
      const webhook = await aWebhook({ caseId: theCase.id, url: receiver.url });
      await aSnitch({ caseId: theCase.id, status: "healthy", deadline: tuesday });

      for (const attempts of [1, 2, 3]) {
        await eventually(async () => {
          expect(await db.attempt.count({ where: { delivery: { channelId: webhook.id } } })).toBe(attempts);
        });
        await db.delivery.updateMany({ where: { channelId: webhook.id }, data: { dueAt: tuesday } });
      }

      const history = await db.attempt.findMany({
        where: { delivery: { channelId: webhook.id } },
        orderBy: { at: "asc" },
      });
      expect(history.map(({ outcome, status, response }) => ({ outcome, status, response }))).toEqual([
        { outcome: "rejected", status: 500, response: "thanks" },
        { outcome: "redirect", status: 301, response: "thanks" },
        { outcome: "accepted", status: 200, response: "thanks" },
      ]);
      expect(new Set(receiver.requests.map(({ headers }) => headers["webhook-id"])).size).toBe(1);
      receiver.close();
    });

    test("does not delay other receivers because of one that hangs", async () => {
      const [slow, quick] = [await aReceiver(() => {}), await aReceiver()];
      const [slowCase, quickCase] = [await aCase(), await aCase()];
      await aWebhook({ caseId: slowCase.id, url: slow.url });
      await aWebhook({ caseId: quickCase.id, url: quick.url });
      const due = { status: "healthy", deadline: tuesday } as const;
      await Promise.all(Array.from({ length: 60 }, () => aSnitch({ caseId: slowCase.id, ...due })));
      await eventually(() => expect(slow.requests.length).toBeGreaterThan(0));

      await aSnitch({ caseId: quickCase.id, ...due });
      await eventually(() => expect(quick.requests).toHaveLength(1));

      // The last ones of the receiver that hangs begin after nearly a minute.
      expect(slow.requests.length).toBeLessThan(60);
      await db.case.delete({ where: { id: slowCase.id } });
      slow.close();
      quick.close();
    });

    test("delivers the canary's misses, and sends no email about them", async () => {
      await maintainCanary(new Date());
      await db.snitch.update({ where: { id: CANARY.snitchId }, data: { deadline: tuesday } });

      await eventually(async () => expect(await canaryLag()).not.toBeNull());
      expect(await db.email.count({ where: { caseId: CANARY.caseId } })).toBe(0);
      await db.case.delete({ where: { id: CANARY.caseId } });
    });

    if (!redisUrl) return;

    test("continues after its queue has lost all jobs", async () => {
      const redis = new Redis(redisUrl);
      await redis.flushdb();
      redis.disconnect();
      const receiver = await aReceiver();
      const theCase = await aCase();
      await aWebhook({ caseId: theCase.id, url: receiver.url });
      await aSnitch({ caseId: theCase.id, status: "healthy", deadline: tuesday });

      await eventually(() => expect(receiver.requests).toHaveLength(1));
      receiver.close();
    });
  });
}
