import { afterEach, beforeEach, expect, test } from "vitest";
import { TATTLE } from "@/lib/audit/record";
import { addChannel } from "@/lib/channels/add";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { aCase, aMark, aMember, aRecipient, aSnitch, aWebhook } from "@/testing/factories";
import { setMailServer } from "@/testing/mail-server";
import { setSignUp } from "@/testing/sign-up-rule";
import { findUnreachableCase } from "./find-unreachable-case";
import { reportUnreachableCases } from "./report-unreachable-cases";

beforeEach(() => {
  setSignUp("open");
  setMailServer("smtp://mail.example");
});
afterEach(async () => {
  setMailServer(undefined);
  await db.case.deleteMany();
});

const tuesday = new Date("2026-03-10T00:00Z");
const now = new Date();

async function aCaseWithChannel(disabledAt: Date | null = null) {
  const { id: caseId } = await aCase();
  const { email: owner } = await aMember({ caseId });
  const { id: channelId } = await aWebhook({ caseId, url: "https://hooks.example/x" });
  await db.channel.update({ where: { id: channelId }, data: { disabledAt } });
  return { caseId, owner, channelId };
}

const refuseEmails = (caseId: string, address: string) =>
  db.email.create({ data: { kind: "digest", caseId, address, gaveUpAt: now, facts: {} } });
const listTroubles = async (caseId: string) =>
  (await findUnreachableCase(caseId)).map(({ trouble }) => trouble);
const reportsTo = (address: string) => db.email.count({ where: { address, kind: "dead_end" } });

test("a case with a member who can be emailed is reachable, although its webhook is off", async () => {
  const { caseId } = await aCaseWithChannel(tuesday);
  expect(await listTroubles(caseId)).toEqual([]);
});

test("a case whose webhook is off and whose member’s emails are refused is one, until either works again", async () => {
  const { caseId, owner, channelId } = await aCaseWithChannel(tuesday);
  const { id } = await refuseEmails(caseId, owner);
  expect(await listTroubles(caseId)).toEqual(["off", "bounced"]);

  await db.channel.update({ where: { id: channelId }, data: { disabledAt: null } });
  expect(await listTroubles(caseId)).toEqual([]);

  await db.channel.update({ where: { id: channelId }, data: { failingSince: tuesday, failures: 3 } });
  expect(await listTroubles(caseId)).toEqual(["failing", "bounced"]);

  await db.email.create({ data: { kind: "digest", caseId, address: owner, sentAt: now, facts: {} } });
  expect(await listTroubles(caseId)).toEqual([]);
  await db.email.delete({ where: { id } });
  expect(await listTroubles(caseId)).toEqual([]);
});

test("an alert address that may not be emailed leaves the members, and one whose emails are refused does not", async () => {
  const { caseId, owner } = await aCaseWithChannel(tuesday);
  await db.case.update({ where: { id: caseId }, data: { alertEmail: "Ops@acme.test" } });
  expect(await listTroubles(caseId)).toEqual([]);
  await refuseEmails(caseId, owner);
  expect(await listTroubles(caseId)).toEqual(["off", "unconfirmed", "bounced"]);

  const { id } = await aRecipient({ caseId, address: "ops@acme.test", confirmedAt: tuesday });
  expect(await listTroubles(caseId)).toEqual([]);
  await db.recipient.update({ where: { id }, data: { leftAt: tuesday } });
  expect(await listTroubles(caseId)).toEqual(["off", "left", "bounced"]);
  await db.recipient.update({ where: { id }, data: { leftAt: null } });
  await refuseEmails(caseId, "ops@acme.test");
  expect(await listTroubles(caseId)).toEqual(["off", "bounced"]);
});

test("if the emails of the only person bounce, no one would be alerted, and that person is not emailed about it", async () => {
  const { id: caseId } = await aCase();
  const { email: owner } = await aMember({ caseId });
  const { id } = await aMark({ caseId, address: owner });
  expect(await listTroubles(caseId)).toEqual(["bounced"]);
  await reportUnreachableCases(tuesday);
  expect(await reportsTo(owner)).toBe(0);
  expect(await db.case.findUnique({ where: { id: caseId } })).toMatchObject({ unreachableSince: tuesday });

  await db.addressMark.update({ where: { id }, data: { mark: null, markedAt: null } });
  expect(await listTroubles(caseId)).toEqual([]);
});

test("the members stand in for an alert address that is marked, and a mark that was removed leaves no trace", async () => {
  const { caseId, owner } = await aCaseWithChannel(tuesday);
  const ops = "ops@acme.test";
  await db.case.update({ where: { id: caseId }, data: { alertEmail: ops } });
  await aRecipient({ caseId, address: ops, confirmedAt: tuesday });
  const { id } = await aMark({ caseId, address: ops, mark: "complained" });
  expect(await listTroubles(caseId)).toEqual([]);
  await aMark({ caseId, address: owner });
  expect(await listTroubles(caseId)).toEqual(["off", "complained", "bounced"]);

  // The email that the mark began with.
  await db.email.create({
    data: { kind: "digest", caseId, address: ops, gaveUpAt: now, mark: "complained", facts: {} },
  });
  await db.addressMark.update({ where: { id }, data: { mark: null, markedAt: null } });
  expect(await listTroubles(caseId)).toEqual([]);
});

test("quiet hours for nearly the whole week count only where an alert may wait for them", async () => {
  const { caseId } = await aCaseWithChannel(tuesday);
  await db.member.updateMany({ where: { caseId }, data: { quietFrom: 0, quietTo: 23 * 60 } });
  const { id } = await aSnitch({ caseId });
  expect(await listTroubles(caseId)).toEqual([]);

  await db.snitch.update({ where: { id }, data: { severity: "warning" } });
  expect(await listTroubles(caseId)).toEqual(["off", "quiet"]);
  await db.member.updateMany({ where: { caseId }, data: { quietTo: 7 * 60 } });
  expect(await listTroubles(caseId)).toEqual([]);
});

test("without a mail server, a webhook that is off leaves no one; without a webhook the case chose nothing else", async () => {
  setMailServer(undefined);
  const { caseId, channelId } = await aCaseWithChannel(tuesday);
  expect(await listTroubles(caseId)).toEqual(["off", "captured"]);
  await db.channel.delete({ where: { id: channelId } });
  expect(await listTroubles(caseId)).toEqual([]);
});

test("the owners get one email each time that it begins, also from two workers at once", async () => {
  const { caseId, owner, channelId } = await aCaseWithChannel(tuesday);
  const { email: member } = await aMember({ caseId, role: "member" });
  for (const address of [owner, member]) await refuseEmails(caseId, address);

  await Promise.all([reportUnreachableCases(tuesday), reportUnreachableCases(tuesday)]);
  await reportUnreachableCases(tuesday);
  expect(await reportsTo(owner)).toBe(1);
  expect(await reportsTo(member)).toBe(0);
  expect(await db.email.findFirst({ where: { kind: "dead_end" } })).toMatchObject({
    facts: { sentences: expect.arrayContaining([expect.stringContaining("is switched off: switch it on")]) },
  });

  await db.channel.update({ where: { id: channelId }, data: { disabledAt: null } });
  await reportUnreachableCases(tuesday);
  expect(await db.case.findUnique({ where: { id: caseId } })).toMatchObject({ unreachableSince: null });
  await db.channel.update({ where: { id: channelId }, data: { disabledAt: tuesday } });
  await reportUnreachableCases(new Date(tuesday.getTime() + DAY_MS));

  expect(await reportsTo(owner)).toBe(2);
});

test("a broken channel of an unreachable case is called by its name, and is not a webhook", async () => {
  const { caseId, owner, channelId } = await aCaseWithChannel(tuesday);
  await refuseEmails(caseId, owner);
  const settings = { url: "https://hooks.slack.com/services/T000/B000/XXXX" };
  const given = { kind: "slack", name: "Night shift", settings, route: ALL_ALERTS, isDefault: false };
  const { id } = await addChannel(caseId, given, TATTLE);
  expect(await listTroubles(caseId)).toEqual([]);
  await db.channel.update({ where: { id }, data: { disabledAt: tuesday } });
  expect((await findUnreachableCase(caseId)).slice(0, 2)).toEqual([
    { kind: "webhook", id: channelId, caseId, name: "https://hooks.example/…", trouble: "off" },
    { kind: "channel", id, caseId, name: "Night shift", trouble: "off" },
  ]);
});
