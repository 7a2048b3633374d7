import { expect, test } from "vitest";
import { CANARY, maintainCanary } from "@/lib/metrics/canary";
import { db, pool } from "@/lib/platform/db";
import { aCase, aMember, aWebhook } from "@/testing/factories";
import { countRowsRead } from "@/testing/statements";
import { findDue, listDue } from "./due";

/** A case of this owner with webhooks, each with `rows` due deliveries. Returns the ids of the webhooks. */
async function aBacklog(owner: string, webhooks: number, rows: number) {
  const { id: caseId } = await aCase();
  await db.member.create({ data: { caseId, userId: owner, role: "owner" } });
  const { rows: added } = await pool.query<{ id: string }>(
    "INSERT INTO channels (id, case_id, url, secret) SELECT new_id(), $1, '', '' FROM generate_series(1, $2) RETURNING id",
    [caseId, webhooks],
  );
  const ids = added.map(({ id }) => id);
  await pool.query(
    `INSERT INTO deliveries (id, channel_id, body, due_at)
     SELECT new_id(), channel_id, '{}', now() - interval '1 hour' FROM unnest($1::uuid[]) channel_id, generate_series(1, $2)`,
    [ids, rows],
  );
  return { caseId, ids };
}

/** A user with a case of their own, which is not an account of the test's. */
const aUser = async () => aMember({ caseId: (await aCase()).id });

test("the rows of an account with thousands of them hide no other account's row", async () => {
  const [hog, ada] = [await aUser(), await aUser()];
  for (let i = 0; i < 10; i += 1) await aBacklog(hog.id, 600, 2);
  const { ids } = await aBacklog(ada.id, 1, 1);
  await db.delivery.updateMany({ where: { channelId: ids[0] }, data: { dueAt: new Date() } });

  const { deliveries } = await listDue();

  expect(deliveries).toHaveLength(5_000);
  const position = deliveries.findIndex(({ accountId }) => accountId === ada.id);
  expect([0, 1]).toContain(position);
  expect(deliveries[position]).toMatchObject({ channelId: ids[0], failures: 0 });
});

test("accounts take turns, then their cases, then their webhooks", async () => {
  await db.case.deleteMany();
  const [ada, bob] = [await aUser(), await aUser()];
  const many = await aBacklog(ada.id, 3, 50);
  const few = await aBacklog(ada.id, 1, 2);
  await aBacklog(bob.id, 1, 200);

  const { deliveries } = await listDue();

  expect(deliveries).toHaveLength(352);
  const first = deliveries.slice(0, 8);
  expect(first.filter(({ accountId }) => accountId === bob.id)).toHaveLength(4);
  const ofAda = first.filter(({ accountId }) => accountId === ada.id);
  expect(new Set(ofAda.map(({ channelId }) => channelId))).toEqual(new Set([...many.ids, ...few.ids]));
  expect(ofAda.slice(0, 2).map(({ caseId }) => caseId)).toContain(few.caseId);
});

test("a case counts for the first of its owners, and one without owners for itself", async () => {
  await db.case.deleteMany();
  const { id: caseId } = await aCase();
  const webhook = await aWebhook({ caseId, url: "http://127.0.0.1/" });
  const delivery = await db.delivery.create({ data: { channelId: webhook.id, body: "{}" } });
  const accountNow = async () => {
    const [due] = (await listDue()).deliveries;
    expect(await findDue(delivery.id)).toEqual(due);
    return due?.accountId;
  };
  expect(await accountNow()).toBe(caseId);

  await aMember({ caseId, role: "admin" });
  const first = await aMember({ caseId });
  await aMember({ caseId });
  expect(await accountNow()).toBe(first.id);
});

test("only rows that are pending and due are listed", async () => {
  await db.case.deleteMany();
  const { ids } = await aBacklog((await aUser()).id, 1, 4);
  const [due, later, accepted, givenUp] = await db.delivery.findMany({ where: { channelId: ids[0] } });
  const at = (id = "") => ({ where: { id } });
  await db.delivery.update({ ...at(later?.id), data: { dueAt: new Date(Date.now() + 60_000) } });
  await db.delivery.update({ ...at(accepted?.id), data: { acceptedAt: new Date() } });
  await db.delivery.update({ ...at(givenUp?.id), data: { gaveUpAt: new Date() } });

  expect((await listDue()).deliveries.map(({ id }) => id)).toEqual([due?.id]);
});

test("the canary's case is an account of its own", async () => {
  await maintainCanary(new Date());
  const { id } = await db.delivery.create({ data: { channelId: CANARY.channelId, body: "{}" } });
  expect(await findDue(id)).toMatchObject({ accountId: CANARY.caseId, caseId: CANARY.caseId });
});

test("100,000 due rows are read once to give their channels turns, and then only those of some turns", async () => {
  await db.case.deleteMany();
  for (let i = 0; i < 10; i += 1) await aBacklog((await aUser()).id, 20, 500);

  const { deliveries } = await listDue();
  expect(await countRowsRead(listDue)).toBeLessThan(150_000);

  const accounts = deliveries.map(({ accountId }) => accountId);
  for (const id of new Set(accounts)) expect(accounts.filter((other) => other === id)).toHaveLength(500);
});
