import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { enqueueForWebhook } from "@/lib/audit/outbox";
import { db, query } from "@/lib/platform/db";
import { someAuditEvents } from "@/testing/audit-events";
import { seededRandom } from "@/testing/random-history";
import { aReceiver, type Receiver } from "@/testing/receiver";
import { FIRST_SEED } from "@/testing/runs";
import { type ServerProcess, startWorker } from "@/testing/server-process";

const KILLS = 12;
const EVENTS_PER_KILL = 40;

let receiver: Receiver;
let worker: ServerProcess;

beforeAll(async () => {
  // Slow enough to be killed between the request and its response, and after it.
  receiver = await aReceiver((response) => setTimeout(() => response.writeHead(204).end(), 5));
  worker = await startWorker({
    DATA_DIR: path.resolve(".data", "test", `audit-crash-${process.pid}`),
    AUDIT_WEBHOOK_URL: receiver.url,
    AUDIT_WEBHOOK_SECRET: "whsec_c2VjcmV0IHNlY3JldCBzZWNyZXQgc2VjcmV0",
    LOG_LEVEL: "error",
  });
}, 60_000);
afterAll(async () => {
  await worker.signal("SIGKILL");
  receiver.close();
});

/** Queues events of a minute ago, which can be sent at once. Returns their ids. */
async function enqueue(count: number): Promise<string[]> {
  const events = someAuditEvents(count);
  await enqueueForWebhook(query, events, receiver.url);
  return events.map(({ id }) => id);
}

test(`after ${KILLS} kills, each event has arrived, in order, and those that came twice under the same id`, async () => {
  const random = seededRandom(FIRST_SEED);
  const eventIds: string[] = [];
  for (let i = 0; i < KILLS; i += 1) {
    eventIds.push(...(await enqueue(EVENTS_PER_KILL)));
    const before = receiver.requests.length;
    await vi.waitFor(() => expect(receiver.requests.length).toBeGreaterThan(before), 20_000);
    await sleep(random() * 250);
    await worker.signal("SIGKILL");
    // As if the minute of its lease were over.
    await query("UPDATE audit_webhook SET next_at = now()");
    await worker.restart();
  }
  await vi.waitFor(async () => expect(await db.auditOutbox.count()).toBe(0), 60_000);

  const ids = receiver.requests.map(({ headers }) => String(headers["webhook-id"]));
  expect([...new Set(ids)]).toEqual(eventIds);
  console.log(`${eventIds.length} events in ${ids.length} requests through ${KILLS} kills: none lost.`);
}, 300_000);
