import { Webhook } from "standardwebhooks";
import { beforeEach, expect, test } from "vitest";
import { createApiKey } from "@/lib/cases/api-key";
import { removeCase } from "@/lib/cases/remove";
import { db, query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { someAuditEvents } from "@/testing/audit-events";
import { ACTOR, aCase } from "@/testing/factories";
import { aReceiver } from "@/testing/receiver";
import { enqueueForWebhook } from "./outbox";
import { sendAuditEvents } from "./send-webhook";

const SECRET = "whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0";

beforeEach(async () => {
  await query("DELETE FROM audit_outbox");
  await becomeDue();
});

/** As if the wait after a failure, or the lease of a worker that ended, were over. */
const becomeDue = () => query("DELETE FROM audit_webhook");

/** Queues events of a minute ago: those of the last seconds wait until no older ones can appear. */
const enqueue = (count: number, msAgo = 60_000) =>
  enqueueForWebhook(query, someAuditEvents(count, msAgo), "https://siem.example/audit");

const namesIn = (requests: { body: string }[]) =>
  requests.map(({ body }) => JSON.parse(body).data.resource.name);

test("each event is sent once, in order, signed as Standard Webhooks has it", async () => {
  const receiver = await aReceiver();
  await enqueue(3);

  await Promise.all([1, 2].map(() => sendAuditEvents({ url: receiver.url, secret: SECRET })));
  receiver.close();

  expect(namesIn(receiver.requests)).toEqual(["Job 0", "Job 1", "Job 2"]);
  for (const { body, headers } of receiver.requests)
    expect(new Webhook(SECRET).verify(body, headers as Record<string, string>)).toMatchObject({
      type: "audit.snitch.created",
      timestamp: "2026-03-10T00:00:00.000Z",
      data: { actor: { name: "ada@example.com" } },
    });
  expect(await db.auditOutbox.count()).toBe(0);
});

test("what is not accepted is sent again, before all that came after it", async () => {
  let failures = 2;
  const receiver = await aReceiver((response) => response.writeHead(failures-- > 0 ? 500 : 204).end());
  const target = { url: receiver.url, secret: SECRET };
  await enqueue(2);

  await sendAuditEvents(target);
  await sendAuditEvents(target);
  expect(namesIn(receiver.requests)).toEqual(["Job 0"]);
  await becomeDue();
  await sendAuditEvents(target);
  await becomeDue();
  await sendAuditEvents(target);
  receiver.close();

  expect(namesIn(receiver.requests)).toEqual(["Job 0", "Job 0", "Job 0", "Job 1"]);
  expect(new Set(receiver.requests.slice(0, 3).map(({ headers }) => headers["webhook-id"])).size).toBe(1);
});

test("while one worker sends, no other does; after the lease of one that was killed, the next goes on", async () => {
  const receiver = await aReceiver();
  const target = { url: receiver.url, secret: SECRET };
  await enqueue(1);
  await query("INSERT INTO audit_webhook (next_at) VALUES (now() + interval '1 minute')");

  await sendAuditEvents(target);
  expect(receiver.requests).toEqual([]);
  await becomeDue();
  await sendAuditEvents(target);
  receiver.close();

  expect(namesIn(receiver.requests)).toEqual(["Job 0"]);
});

test("events of the last seconds wait, because older ones may still be committed", async () => {
  const receiver = await aReceiver();
  await enqueue(1, 0);

  await sendAuditEvents({ url: receiver.url, secret: SECRET });
  receiver.close();

  expect(receiver.requests).toEqual([]);
  expect(await db.auditOutbox.count()).toBe(1);
});

test("with the variables set, what happens is queued in the transaction of the change, and outlives its case", async () => {
  env.AUDIT_WEBHOOK_URL = "https://siem.example/audit";
  const theCase = await aCase({ name: "Gone" });
  await createApiKey(theCase.id, { name: "CI" }, ACTOR);
  await removeCase(theCase.id, ACTOR);
  env.AUDIT_WEBHOOK_URL = undefined;

  const queued = await db.auditOutbox.findMany({ orderBy: { id: "asc" } });

  expect(queued.map(({ event }) => event)).toMatchObject([
    { action: "api_key.created", case: theCase.id, resource: { name: "CI" } },
    { action: "case.removed", case: theCase.id, resource: { name: "Gone" } },
  ]);
  expect(await db.auditEvent.count({ where: { caseId: theCase.id } })).toBe(0);
});
