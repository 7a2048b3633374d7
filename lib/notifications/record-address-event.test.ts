import { beforeEach, expect, test } from "vitest";
import { clearMark } from "@/lib/emails/clear-mark";
import { recipientUrl } from "@/lib/emails/recipients/link";
import type { ReportedEvent } from "@/lib/mail/mail";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { ACTOR, aCase, aMember, aRecipient, aSnitch } from "@/testing/factories";
import { setSignUp } from "@/testing/sign-up-rule";
import { leave } from "./leave";
import { recordAddressEvent } from "./record-address-event";

beforeEach(() => setSignUp("open"));

const tuesday = new Date("2026-03-10T00:00Z");
const sweep = (at: Date) => sweepDeadlines(new Date(at.getTime() + MINUTE_MS), NEVER_LOST_MS);
const after = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);

const report = (address: string, kind: ReportedEvent["kind"], minute = 1, providerId = newId()) =>
  recordAddressEvent(
    { address, kind, at: after(minute), reason: kind === "bounced" ? "550 No such user" : "", providerId },
    new Date(),
  );

/** A case with an owner, an admin and a member, and a healthy snitch whose recipient is outside. */
async function aCaseWithOps() {
  const { id: caseId } = await aCase();
  const [owner, admin, member] = [
    await aMember({ caseId }),
    await aMember({ caseId, role: "admin" }),
    await aMember({ caseId, role: "member" }),
  ];
  const ops = `ops-${caseId}@acme.test`;
  await aRecipient({ caseId, address: ops, confirmedAt: tuesday });
  const snitch = await aSnitch({ caseId, status: "healthy", deadline: tuesday, alertEmail: [ops] });
  return { caseId, owner: owner.email, admin: admin.email, member: member.email, ops, snitch };
}

const findMark = async (caseId: string, address: string) =>
  (await db.addressMark.findFirst({ where: { caseId, address } }))?.mark ?? null;
const listNotified = async (caseId: string) =>
  (await db.email.findMany({ where: { caseId, kind: "address_marked" }, orderBy: { address: "asc" } })).map(
    ({ address }) => address,
  );
const actionsIn = async (caseId: string) =>
  (await db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "asc" } })).map(({ action }) => action);
const emailsAbout = async (snitchId: string) =>
  (await db.email.findMany({ where: { snitchId }, orderBy: { address: "asc" } })).map(
    ({ address, mark, gaveUpAt, isFallback }) => ({
      address,
      mark,
      isGivenUp: gaveUpAt !== null,
      isFallback,
    }),
  );

/** The email about the snitch was sent, and the provider gave it this id. */
async function send(snitchId: string, address: string): Promise<string> {
  const { id } = await db.email.findFirstOrThrow({ where: { snitchId, address } });
  const providerId = newId();
  await db.email.update({ where: { id }, data: { sentAt: new Date() } });
  await db.attempt.create({
    data: { at: new Date(), outcome: "accepted", latencyMs: 1, response: providerId, emailId: id },
  });
  return providerId;
}

test("a bounce marks the address, and those who may change it are emailed once, whatever is repeated", async () => {
  const { caseId, owner, admin, ops } = await aCaseWithOps();

  await report(ops, "bounced");
  await report(ops, "bounced");
  await report(ops, "bounced", 2);
  await report(ops, "complained", 3);

  expect(await findMark(caseId, ops)).toBe("complained");
  expect(await listNotified(caseId)).toEqual([owner, admin].toSorted());
  expect(await actionsIn(caseId)).toEqual(["recipient.bounced", "recipient.complained"]);
  expect(await db.auditEvent.findFirst({ where: { caseId } })).toMatchObject({
    actorKind: "tattle",
    resourceName: ops,
    facts: { mail_server: "550 No such user" },
  });
});

test("events of one address at once send one email", async () => {
  const { caseId, ops } = await aCaseWithOps();
  await Promise.all([report(ops, "bounced"), report(ops, "bounced"), report(ops, "complained")]);
  expect(await listNotified(caseId)).toHaveLength(2);
});

test("a delivery ends a bounce, and neither an older bounce nor a repeated one brings it back", async () => {
  const { caseId, ops } = await aCaseWithOps();

  await report(ops, "bounced", 1);
  await report(ops, "delivered", 3);
  expect(await findMark(caseId, ops)).toBeNull();
  await report(ops, "bounced", 1);
  await report(ops, "bounced", 2);

  expect(await findMark(caseId, ops)).toBeNull();
  expect(await actionsIn(caseId)).toEqual(["recipient.bounced", "recipient.reached"]);
});

test("a delivery that comes before its older bounce keeps the address unmarked", async () => {
  const { caseId, ops } = await aCaseWithOps();
  await report(ops, "delivered", 3);
  await report(ops, "bounced", 2);
  expect(await findMark(caseId, ops)).toBeNull();
  expect(await listNotified(caseId)).toEqual([]);
});

test("an address that no case emails is ignored, and another case that does not use it notices nothing", async () => {
  const { caseId, ops } = await aCaseWithOps();
  const other = await aCaseWithOps();

  await report("stranger@elsewhere.test", "bounced");
  await report(ops, "bounced");

  expect(await db.addressMark.count({ where: { address: "stranger@elsewhere.test" } })).toBe(0);
  expect(await findMark(caseId, ops)).toBe("bounced");
  expect(await db.addressMark.count({ where: { caseId: other.caseId } })).toBe(0);
  expect(await listNotified(other.caseId)).toEqual([]);
});

test("an address of two cases is marked in both, and one of them sends again on its own", async () => {
  const one = await aCaseWithOps();
  const other = await aCaseWithOps();
  await aRecipient({ caseId: other.caseId, address: one.ops, confirmedAt: tuesday });
  await report(one.ops, "complained");

  const { id } = await db.addressMark.findFirstOrThrow({ where: { caseId: one.caseId, address: one.ops } });
  await clearMark(one.caseId, id, ACTOR, after(5));
  // The mark belongs to another case, so nothing happens there.
  await expect(clearMark(other.caseId, id, ACTOR, after(5))).rejects.toThrow("No such address");

  expect(await findMark(one.caseId, one.ops)).toBeNull();
  expect(await findMark(other.caseId, one.ops)).toBe("complained");
  expect(await actionsIn(one.caseId)).toEqual(["recipient.complained", "recipient.unmarked"]);
});

test("alerts of a marked address go to those who stand in, until a person lets Tattle send to it again", async () => {
  const { caseId, owner, admin, member, ops, snitch } = await aCaseWithOps();
  await report(ops, "bounced");
  await sweep(tuesday);

  expect(await emailsAbout(snitch.id)).toEqual(
    [
      { address: ops, mark: "bounced", isGivenUp: true, isFallback: false },
      ...[owner, admin, member].map((address) => ({
        address,
        mark: null,
        isGivenUp: false,
        isFallback: true,
      })),
    ].toSorted((one, next) => one.address.localeCompare(next.address)),
  );

  const { id } = await db.addressMark.findFirstOrThrow({ where: { caseId, address: ops } });
  await clearMark(caseId, id, ACTOR, after(5));
  await clearMark(caseId, id, ACTOR, after(6));
  // A repeat of what was known before.
  await report(ops, "bounced", 1);
  await db.email.deleteMany({ where: { caseId } });
  await sweep(new Date(tuesday.getTime() + DAY_MS));
  expect(await emailsAbout(snitch.id)).toEqual([
    { address: ops, mark: null, isGivenUp: false, isFallback: false },
  ]);
  expect(await actionsIn(caseId)).toEqual(["recipient.bounced", "recipient.unmarked"]);
});

test("an alert that waits when the address is marked goes to those who stand in", async () => {
  const { ops, owner, snitch } = await aCaseWithOps();
  await sweep(tuesday);
  expect(await emailsAbout(snitch.id)).toMatchObject([{ address: ops, isGivenUp: false }]);

  await report(ops, "complained");

  const emails = await emailsAbout(snitch.id);
  expect(emails).toHaveLength(4);
  expect(emails).toContainEqual({ address: ops, mark: "complained", isGivenUp: true, isFallback: false });
  expect(emails).toContainEqual({ address: owner, mark: null, isGivenUp: false, isFallback: true });
});

test("the alert that bounced goes to those who stand in, and one that was reported as spam was read", async () => {
  const { ops, owner, snitch } = await aCaseWithOps();
  await sweep(tuesday);
  const providerId = await send(snitch.id, ops);

  await report(ops, "bounced", 1, providerId);
  await report(ops, "bounced", 1, providerId);

  const emails = await emailsAbout(snitch.id);
  expect(emails).toHaveLength(4);
  expect(emails).toContainEqual({ address: ops, mark: "bounced", isGivenUp: true, isFallback: false });
  expect(emails).toContainEqual({ address: owner, mark: null, isGivenUp: false, isFallback: true });

  const read = await aCaseWithOps();
  await sweep(tuesday);
  await report(read.ops, "complained", 1, await send(read.snitch.id, read.ops));
  expect(await emailsAbout(read.snitch.id)).toHaveLength(1);
});

test("no one gets an alert twice that others got as well", async () => {
  const { caseId, ops, snitch } = await aCaseWithOps();
  const second = `second-${ops}`;
  await aRecipient({ caseId, address: second, confirmedAt: tuesday });
  await db.snitch.update({ where: { id: snitch.id }, data: { alertEmail: [ops, second] } });
  await sweep(tuesday);
  await report(ops, "bounced", 1, await send(snitch.id, ops));
  expect(await emailsAbout(snitch.id)).toEqual([
    { address: ops, mark: "bounced", isGivenUp: true, isFallback: false },
    { address: second, mark: null, isGivenUp: false, isFallback: false },
  ]);
});

test("a member whose emails bounce is not emailed about it, and if no one else can be, no one is", async () => {
  const { id: caseId } = await aCase();
  const { email: owner } = await aMember({ caseId });
  await report(owner, "bounced");
  expect(await listNotified(caseId)).toEqual([]);

  const { email: viewer } = await aMember({ caseId, role: "viewer" });
  const { email: admin } = await aMember({ caseId, role: "admin" });
  await report(admin, "bounced");
  // No one who may change it can be emailed.
  expect(await listNotified(caseId)).toEqual([viewer]);
});

test("an address that unsubscribed before is marked, and no one is notified, because it concerns no one", async () => {
  const { caseId, ops } = await aCaseWithOps();
  const { id } = await db.recipient.findFirstOrThrow({ where: { caseId } });
  await leave(recipientUrl(id).split("/").at(-1) ?? "", tuesday);
  await report(ops, "complained");
  expect(await findMark(caseId, ops)).toBe("complained");
  expect(await listNotified(caseId)).toEqual([]);
});
