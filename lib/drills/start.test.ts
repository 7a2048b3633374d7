import { beforeEach, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { disableChannel } from "@/lib/channels/disable";
import { deliver } from "@/lib/delivery/deliver";
import { renderEmails } from "@/lib/emails/render";
import { drillUrl } from "@/lib/outbox/drill-url";
import { db } from "@/lib/platform/db";
import { MINUTE_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ACTOR, aCase, aMember, aRecipient, aSnitch, aWebhook } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { aReceiver } from "@/testing/receiver";
import { setSignUp } from "@/testing/sign-up-rule";
import { startDrill } from "./start";

beforeEach(() => setSignUp("open"));

const tuesday = new Date("2026-03-10T12:00Z");
const minutesLater = (minutes: number) => new Date(tuesday.getTime() + minutes * MINUTE_MS);

const NOTHING = "http://127.0.0.1:9/hook";

const aMattermost = (caseId: string, url: string) =>
  addChannel(
    caseId,
    { kind: "mattermost", name: "Ops", settings: { url }, route: ALL_ALERTS, isDefault: false },
    ACTOR,
  );

const listEmails = (drillId: string) =>
  db.email.findMany({ where: { drillId }, orderBy: { address: "asc" } });
const listAddresses = async (drillId: string) => (await listEmails(drillId)).map(({ address }) => address);

test("each channel gets one message that names itself a fire drill and has a link of its own", async () => {
  const { id: caseId } = await aCase({ name: "Acme" });
  const receiver = await aReceiver();
  await aWebhook({ caseId, url: receiver.url });
  await aMattermost(caseId, receiver.url);

  const drillId = await startDrill(caseId, ACTOR, tuesday);
  const deliveries = await db.delivery.findMany({ where: { drillId }, orderBy: { channelId: "asc" } });
  for (const { id } of deliveries) await deliver(id);

  const [webhook, mattermost] = deliveries;
  expect(deliveries).toMatchObject([{ event: "drill" }, { event: "drill" }]);
  const bodies = receiver.requests.map(({ body }) => JSON.parse(body));
  expect(bodies[0]).toMatchObject({
    type: "snitch.reporting",
    data: {
      snitch: {
        token: "0000000000000000",
        name: "Fire drill: can Acme reach you here?",
        notes: expect.stringContaining(`open ${drillUrl(webhook?.id ?? "")}`),
        status: "healthy",
        previous_status: "pending",
      },
    },
  });
  expect(receiver.requests[1]?.body).toContain("Fire drill: can Acme reach you here?");
  expect(receiver.requests[1]?.body).toContain(drillUrl(mattermost?.id ?? ""));
  receiver.close();
});

test("each address that alerts reach gets one email with a link of its own", async () => {
  const { caseId, owner, viewer } = await aCaseWith({ owner: "owner", viewer: "viewer" });
  const drillId = await startDrill(caseId, by(owner), tuesday);

  const emails = await listEmails(drillId);
  expect(emails.map(({ address }) => address)).toEqual([owner.email, viewer.email].sort());
  const messages = await renderEmails(emails.map(({ id }) => id));
  for (const { id } of emails) {
    const message = messages.find((one) => one.id === id);
    expect(message).toMatchObject({ subject: "Fire drill: can Acme reach you?" });
    expect(message?.text).toContain(drillUrl(id));
    expect(message?.html).toContain(drillUrl(id));
  }
  const event = await db.auditEvent.findFirstOrThrow({ where: { caseId } });
  expect(event).toMatchObject({ action: "drill.started", resourceId: drillId, actorName: owner.email });
});

test("the recipients of snitches and the members of the escalation are notified, too, and each of them once", async () => {
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "member" });
  await db.case.update({ where: { id: caseId }, data: { alertEmail: "ops@acme.test" } });
  const confirmedAt = tuesday;
  for (const address of ["ops@acme.test", "db@acme.test"]) await aRecipient({ caseId, address, confirmedAt });
  await aRecipient({ caseId, address: "new@acme.test" });
  await aRecipient({ caseId, address: "gone@acme.test", confirmedAt, leftAt: tuesday });
  await db.addressMark.create({
    data: { caseId, address: "bad@acme.test", mark: "bounced", markedAt: tuesday },
  });
  await aRecipient({ caseId, address: "bad@acme.test", confirmedAt });
  await aSnitch({ caseId, alertEmail: ["bad@acme.test", "ops@acme.test"] });
  await aSnitch({ caseId, alertEmail: ["DB@acme.test", "new@acme.test", "gone@acme.test"] });
  await aSnitch({ caseId, alertEmail: ["db@acme.test", "Ops@acme.test"] });
  await db.escalationStep.create({ data: { caseId, position: 0, afterMinutes: 15, userIds: [bob.id] } });

  const notified = await listAddresses(await startDrill(caseId, by(ada), tuesday));

  expect(notified.map((address) => address.toLowerCase()).sort()).toEqual(
    ["db@acme.test", "ops@acme.test", bob.email].sort(),
  );
});

test("the email to those who stand in for others says so, unless they are recipients anyway", async () => {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  await db.case.update({ where: { id: caseId }, data: { alertEmail: "ops@acme.test" } });
  await aRecipient({ caseId, address: "ops@acme.test" });
  expect(await listEmails(await startDrill(caseId, by(ada), tuesday))).toMatchObject([
    { address: ada.email, isFallback: true },
  ]);

  await db.case.update({ where: { id: caseId }, data: { alertEmail: null } });
  await aSnitch({ caseId, alertEmail: ["ops@acme.test"] });
  expect(await listEmails(await startDrill(caseId, by(ada), minutesLater(10)))).toMatchObject([
    { address: ada.email, isFallback: false },
  ]);
});

test("channels that are switched off, and those of another case, get nothing", async () => {
  const { caseId, owner } = await aCaseWith({ owner: "owner" });
  const other = await aCase();
  const on = await aWebhook({ caseId, url: NOTHING });
  const off = await aWebhook({ caseId, url: NOTHING });
  await aWebhook({ caseId: other.id, url: NOTHING });
  await disableChannel(caseId, off.id, by(owner));

  const drillId = await startDrill(caseId, by(owner), tuesday);

  expect(await db.delivery.findMany({ where: { drillId } })).toMatchObject([{ channelId: on.id }]);
  expect(await db.delivery.count({ where: { channel: { caseId: other.id } } })).toBe(0);
});

test("a case that can notify no one gets no drill", async () => {
  const { id: caseId } = await aCase();
  const { id: channelId } = await aWebhook({ caseId, url: NOTHING });
  await disableChannel(caseId, channelId, ACTOR);

  await expect(startDrill(caseId, ACTOR, tuesday)).rejects.toMatchObject({
    type: "resource_invalid",
    message: expect.stringContaining("no one to notify"),
  });
  expect(await db.drill.count({ where: { caseId } })).toBe(0);
  await expect(startDrill("00000000-0000-4000-8000-000000000000", ACTOR, tuesday)).rejects.toMatchObject({
    type: "resource_not_found",
  });
});

test("a second drill within ten minutes is refused and says how long to wait; other cases may start one", async () => {
  const { caseId, owner } = await aCaseWith({ owner: "owner" });
  const other = await aCaseWith({ owner: "owner" });
  await startDrill(caseId, by(owner), tuesday);

  await expect(startDrill(caseId, by(owner), minutesLater(7.5))).rejects.toMatchObject({
    type: "rate_limited",
    message: "A fire drill was started less than ten minutes ago. Start the next one in 3 minutes.",
  });
  await startDrill(other.caseId, by(other.owner), minutesLater(1));
  await startDrill(caseId, by(owner), minutesLater(10));
  expect(await db.drill.count({ where: { caseId } })).toBe(2);
});

test("two people who start a drill at once start one between them", async () => {
  const { caseId, ada, bob } = await aCaseWith({ ada: "owner", bob: "admin" });
  await aWebhook({ caseId, url: NOTHING });

  const results = await Promise.allSettled(
    [ada, bob, ada, bob].map((person) => startDrill(caseId, by(person), tuesday)),
  );

  expect(results.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  expect(await db.delivery.count({ where: { channel: { caseId } } })).toBe(1);
  expect(await db.email.count({ where: { caseId } })).toBe(2);
});

test("a person who asked for too many messages starts no drill", async () => {
  const { caseId, owner } = await aCaseWith({ owner: "owner" });
  const others = await Promise.all(Array.from({ length: 60 }, () => aCase()));
  for (const { id } of others)
    await expect(startDrill(id, by(owner), tuesday)).rejects.toMatchObject({ type: "resource_invalid" });

  await expect(startDrill(caseId, by(owner), tuesday)).rejects.toMatchObject({
    message: expect.stringContaining("Too many test events, fire drills and retries."),
  });
  expect(await db.drill.count({ where: { caseId } })).toBe(0);
});

test("a drill is deleted with its case, and what it sent with the drill", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  await aWebhook({ caseId, url: NOTHING });
  const first = await startDrill(caseId, ACTOR, tuesday);
  await db.drill.delete({ where: { id: first } });
  expect(await db.email.count({ where: { caseId } })).toBe(0);
  expect(await db.delivery.count({ where: { channel: { caseId } } })).toBe(0);

  const second = await startDrill(caseId, ACTOR, tuesday);
  await db.case.delete({ where: { id: caseId } });
  expect(await db.drill.count({ where: { id: second } })).toBe(0);
});
