import type { ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { Webhook as Signer } from "standardwebhooks";
import { expect, test } from "vitest";
import { leaseRows } from "@/lib/outbox/attempt";
import { db } from "@/lib/platform/db";
import { encrypt } from "@/lib/platform/encrypt";
import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import { aCase, anIncident, aSnitch, aWebhook } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { SELF_SIGNED } from "@/testing/self-signed";
import { deliver } from "./deliver";

const tuesday = new Date("2026-03-10T00:00Z");

/** A pending delivery of a missing alert to this URL. */
async function aDelivery(url: string) {
  const { id: caseId } = await aCase();
  const { id: channelId } = await aWebhook({ caseId, url });
  const snitch = await aSnitch({ caseId, status: "failed" });
  const alert = {
    caseId,
    snitchId: snitch.id,
    kind: "missing",
    from: "healthy",
    to: "failed",
    at: tuesday,
  } as const;
  return db.delivery.create({ data: { channel: { connect: { id: channelId } }, alert: { create: alert } } });
}

const attemptsAt = (deliveryId: string) =>
  db.attempt.findMany({ where: { deliveryId }, orderBy: { id: "asc" } });

/** Sends the beginning of a response and leaves it open. */
const beginResponse = (response: ServerResponse) => {
  response.writeHead(200, { "Content-Length": 1_000 });
  response.write("half");
};

test.each<[string, Parameters<typeof aReceiver>[0], Record<string, unknown>]>([
  ["accepts", undefined, { outcome: "accepted", status: 200, response: "thanks" }],
  [
    "accepts with an empty response",
    (r) => r.writeHead(204).end(),
    { outcome: "accepted", status: 204, response: "" },
  ],
  ["fails", (r) => r.writeHead(500).end("oh no"), { outcome: "rejected", status: 500, response: "oh no" }],
  ["responds that nothing is there", (r) => r.writeHead(404).end(), { outcome: "rejected", status: 404 }],
  [
    "redirects",
    (r) => r.writeHead(302, { Location: "https://example.com/" }).end(),
    { outcome: "redirect", status: 302 },
  ],
  ["hangs", () => {}, { outcome: "timeout", status: null }],
  [
    "responds too slowly",
    (r) => {
      beginResponse(r);
      const interval = setInterval(() => r.write("."), 20);
      r.once("close", () => clearInterval(interval));
    },
    { outcome: "timeout", status: 200 },
  ],
  ["resets the connection", (r) => r.socket?.resetAndDestroy(), { outcome: "reset", status: null }],
  [
    "closes the connection in the middle of its response",
    (r) => {
      beginResponse(r);
      setTimeout(() => r.socket?.destroy(), 20);
    },
    { outcome: "closed", status: 200 },
  ],
])("the attempt records that the receiver %s", async (_, response, recorded) => {
  const receiver = await aReceiver(response);
  const { id } = await aDelivery(receiver.url);

  await deliver(id, recorded.outcome === "timeout" ? 2_000 : undefined);

  expect(await attemptsAt(id)).toMatchObject([recorded]);
  expect(receiver.requests).toHaveLength(1);
  receiver.close();
});

test("the attempt records that the receiver's certificate is not trusted", async () => {
  const receiver = await aReceiver(undefined, SELF_SIGNED);
  const { id } = await aDelivery(receiver.url);
  await deliver(id);
  expect(await attemptsAt(id)).toMatchObject([{ outcome: "tls", status: null }]);
  expect(receiver.requests).toEqual([]);
  receiver.close();
});

test("the attempt records that the connection was refused", async () => {
  const receiver = await aReceiver();
  receiver.close();
  const { id } = await aDelivery(receiver.url);
  await deliver(id);
  expect(await attemptsAt(id)).toMatchObject([{ outcome: "refused" }]);
});

test("the attempt records that the host name does not resolve", async () => {
  const { id } = await aDelivery("http://nobody.invalid/hook");
  await deliver(id);
  expect(await attemptsAt(id)).toMatchObject([{ outcome: "dns" }]);
});

test("the attempt records that the receiver does not speak HTTP", async () => {
  const server = createServer((socket) => socket.end("220 mail.example.com ESMTP\r\n"));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { id } = await aDelivery(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
  await deliver(id);
  expect(await attemptsAt(id)).toMatchObject([{ outcome: "malformed" }]);
  server.close();
});

test("the first two kilobytes of a response are stored, and an endless response is cut off", async () => {
  const receiver = await aReceiver((response) => {
    response.writeHead(200);
    const writeMore = () => {
      while (response.write("x".repeat(65_536)));
    };
    response.on("drain", writeMore);
    writeMore();
  });
  const { id } = await aDelivery(receiver.url);
  await deliver(id);
  expect(await attemptsAt(id)).toMatchObject([{ outcome: "accepted", response: "x".repeat(2_048) }]);
  receiver.close();
});

test("a retry sends the same body and id, even if the snitch was renamed meanwhile", async () => {
  const receiver = await aReceiver((response) => response.writeHead(500).end());
  const { id, alertId } = await aDelivery(receiver.url);
  await deliver(id);
  await db.snitch.updateMany({
    where: { alerts: { some: { id: alertId ?? "" } } },
    data: { name: "Renamed" },
  });
  await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });

  await deliver(id);

  const [first, second] = receiver.requests;
  expect(second?.body).toBe(first?.body);
  expect(second?.headers["webhook-id"]).toBe(id);
  receiver.close();
});

test("a delivery that fails because of a bug is recorded and retried like any other", async () => {
  const receiver = await aReceiver();
  const { id, channelId } = await aDelivery(receiver.url);
  await db.channel.update({ where: { id: channelId }, data: { kind: "nowhere", settings: encrypt("{}") } });

  await expect(deliver(id)).rejects.toThrow("nowhere");

  expect(await attemptsAt(id)).toMatchObject([{ outcome: "internal_error", status: null }]);
  expect(await db.channel.findUnique({ where: { id: channelId } })).toMatchObject({ failures: 0 });
  await db.channel.update({ where: { id: channelId }, data: { kind: "webhook", settings: null } });
  await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });
  await deliver(id);
  expect(receiver.requests).toHaveLength(1);
  receiver.close();
});

test("a webhook whose secret cannot be read delays no other delivery that is loaded with it", async () => {
  const receiver = await aReceiver();
  const [broken, ...others] = [
    await aDelivery(receiver.url),
    await aDelivery(receiver.url),
    await aDelivery(receiver.url),
  ];
  await db.channel.update({ where: { id: broken?.channelId }, data: { secret: "damaged" } });

  const ended = await Promise.allSettled([broken, ...others].map((delivery) => deliver(delivery?.id ?? "")));

  expect(ended.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
  expect(receiver.requests.map(({ headers }) => headers["webhook-id"]).toSorted()).toEqual(
    others.map(({ id }) => id).toSorted(),
  );
  expect(await attemptsAt(broken?.id ?? "")).toMatchObject([{ outcome: "internal_error" }]);
  receiver.close();
});

test("a worker that dies in every attempt does not use up all attempts within minutes", async () => {
  const { id } = await aDelivery("http://127.0.0.1:9/");
  let totalMs = 0;
  for (let attempts = 1; attempts <= 12; attempts += 1) {
    await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });
    const at = Date.now();
    expect(await leaseRows("delivery", [id])).toMatchObject([{ attempts }]);
    const { dueAt } = await db.delivery.findUniqueOrThrow({ where: { id } });
    // A new row is soon taken by another worker. One that may be the reason is not.
    expect(dueAt.getTime() - at).toBeGreaterThan(attempts === 1 ? 7_000 : 59_000);
    totalMs += dueAt.getTime() - at;
  }
  expect(totalMs / HOUR_MS).toBeGreaterThan(20);
});

test("three workers with the same delivery send it once", async () => {
  const receiver = await aReceiver();
  const { id } = await aDelivery(receiver.url);

  await Promise.all([deliver(id), deliver(id), deliver(id)]);

  expect(receiver.requests).toHaveLength(1);
  receiver.close();
});

test("a delivery is given up after twelve attempts", async () => {
  const receiver = await aReceiver((response) => response.writeHead(500).end());
  const { id } = await aDelivery(receiver.url);
  for (let i = 0; i < 14; i += 1) {
    await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });
    await deliver(id);
  }

  expect(receiver.requests).toHaveLength(12);
  const delivery = await db.delivery.findUnique({ where: { id } });
  expect(delivery).toMatchObject({ attempts: 12, acceptedAt: null, gaveUpAt: expect.any(Date) });
  receiver.close();
});

test("a delivery whose webhook is removed during the attempt leaves nothing behind", async () => {
  const { id, channelId } = await aDelivery("http://127.0.0.1:1/");
  const receiver = await aReceiver(async (response) => {
    await db.channel.delete({ where: { id: channelId } });
    response.writeHead(200).end();
  });
  await db.channel.update({ where: { id: channelId }, data: { url: encrypt(receiver.url) } });

  await deliver(id);

  expect(await attemptsAt(id)).toEqual([]);
  receiver.close();
});

test("a webhook's request names its sender, and is signed again in each attempt", async () => {
  const receiver = await aReceiver((response) => response.writeHead(500).end());
  const { id: caseId } = await aCase();
  const { id: channelId, secret } = await aWebhook({ caseId, url: receiver.url });
  const { id } = await db.delivery.create({ data: { channelId, event: "test", body: '{"type":"x"}' } });
  await deliver(id);
  await db.delivery.update({ where: { id }, data: { dueAt: tuesday } });
  await deliver(id);

  expect(receiver.requests).toHaveLength(2);
  for (const { headers, body } of receiver.requests) {
    expect(headers).toMatchObject({
      "content-type": "application/json",
      "user-agent": expect.stringMatching(/^Tattle\/\d+\.\d+\.\d+ \(\+http/),
      "webhook-id": id,
    });
    expect(new Signer(secret).verify(body, headers as Record<string, string>)).toEqual({ type: "x" });
  }
  const times = receiver.requests.map(({ headers }) => Number(headers["webhook-timestamp"]) * 1_000);
  const attempts = await attemptsAt(id);
  expect(times).toEqual(attempts.map(({ at }) => Math.floor(at.getTime() / 1_000) * 1_000));
  receiver.close();
});

test("the body of a webhook is sent as it was saved, by whichever version", async () => {
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  const { id: channelId } = await aWebhook({ caseId, url: receiver.url });
  const body =
    '{"type":"snitch.missing","timestamp":"2026-03-10T00:00:00.000Z","data":{"snitch":{"token":"c2354d53d2","name":"\\ud83d \\"x\\" é","notes":"","tags":[],"status":"missing","previous_status":"healthy"},"gone":1.5e-7}}';
  const { id } = await db.delivery.create({ data: { channelId, event: "test", body } });

  await deliver(id);

  expect(receiver.requests).toMatchObject([{ body }]);
  expect(await db.delivery.findUnique({ where: { id } })).toMatchObject({
    body,
    acceptedAt: expect.any(Date),
  });
  receiver.close();
});

test("the alerts of an incident go to a webhook in any order, and none replaces another", async () => {
  const receiver = await aReceiver();
  const { id: caseId } = await aCase();
  const { id: channelId } = await aWebhook({ caseId, url: receiver.url });
  const snitch = await aSnitch({ caseId, status: "healthy" });
  const { id: incidentId } = await anIncident({ snitch });
  const queue = async (
    alert: { kind: "missing" | "reporting"; from: "healthy" | "failed"; to: "failed" | "healthy" },
    minutes: number,
  ) => {
    const at = new Date(tuesday.getTime() + minutes * MINUTE_MS);
    const { id: alertId } = await db.alert.create({
      data: { caseId, snitchId: snitch.id, incidentId, at, ...alert },
    });
    return db.delivery.create({ data: { channelId, alertId, incidentId } });
  };
  const opened = await queue({ kind: "missing", from: "healthy", to: "failed" }, 0);
  const ended = await queue({ kind: "reporting", from: "failed", to: "healthy" }, 5);

  await deliver(ended.id);
  await deliver(opened.id);

  expect(receiver.requests.map(({ body }) => JSON.parse(body).type)).toEqual([
    "snitch.reporting",
    "snitch.missing",
  ]);
  receiver.close();
});
