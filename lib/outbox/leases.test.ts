import { expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { aCase, aWebhook } from "@/testing/factories";
import { leaseRows, recordAttempts, withoutResponse } from "./attempt";
import { FIRST_LEASE_MS, MAX_ATTEMPT_MS, RENEW_MS } from "./backoff";
import { isAttempted, renewLeases } from "./leases";

const fromNow = (ms: number) => new Date(Date.now() + ms);

/** A delivery that this process has leased. `attempts`: how often others have attempted it. */
async function aLeasedDelivery({ attempts = 0 } = {}) {
  const { id: channelId } = await aWebhook({ caseId: (await aCase()).id, url: "http://127.0.0.1:9/" });
  const { id } = await db.delivery.create({ data: { channelId, body: "{}", attempts } });
  const [lease] = await leaseRows("delivery", [id]);
  if (!lease) throw new Error("The delivery was not leased.");
  return lease;
}

const isDueIn = async (id: string) =>
  (await db.delivery.findUniqueOrThrow({ where: { id } })).dueAt.getTime() - Date.now();
const makeDue = (id: string, dueAt: Date) => db.delivery.update({ where: { id }, data: { dueAt } });
const renewAfter = (ms: number) => renewLeases(performance.now() + ms);

test("the first lease of a row is renewed while its attempt lasts, and ends with its worker", async () => {
  const { id } = await aLeasedDelivery();
  expect(isAttempted(id)).toBe(true);
  await makeDue(id, fromNow(-5_000));
  await renewAfter(RENEW_MS / 2);
  expect(await isDueIn(id)).toBeLessThan(0);
  await renewAfter(RENEW_MS + 1);
  expect(await isDueIn(id)).toBeGreaterThan(0);

  await makeDue(id, fromNow(-5_000));
  await renewAfter(MAX_ATTEMPT_MS + 1);
  expect(await isDueIn(id)).toBeLessThan(0);
  expect(isAttempted(id)).toBe(false);
});

test("a result ends the lease, and when the row is due again stays", async () => {
  const lease = await aLeasedDelivery();
  // As if it were recorded while leases are renewed.
  await makeDue(lease.id, fromNow(5 * FIRST_LEASE_MS));
  await renewAfter(RENEW_MS + 1);
  expect(await isDueIn(lease.id)).toBeGreaterThan(4 * FIRST_LEASE_MS);

  await recordAttempts("delivery", [{ ...withoutResponse(lease, "timeout"), waitMs: 0 }]);
  expect(isAttempted(lease.id)).toBe(false);
  await renewAfter(RENEW_MS + 1);
  expect(await isDueIn(lease.id)).toBeLessThan(RENEW_MS);
});

test("a row that another worker has taken meanwhile is left to it", async () => {
  const { id } = await aLeasedDelivery();
  await db.delivery.update({ where: { id }, data: { attempts: 2, dueAt: fromNow(-5_000) } });
  await renewAfter(RENEW_MS + 1);
  expect(await isDueIn(id)).toBeLessThan(0);
});

test("the lease of a repeated attempt is longer than the attempt, and is not renewed", async () => {
  const { id } = await aLeasedDelivery({ attempts: 1 });
  expect(await isDueIn(id)).toBeGreaterThan(MAX_ATTEMPT_MS - 10_000);
  expect(isAttempted(id)).toBe(false);
});
