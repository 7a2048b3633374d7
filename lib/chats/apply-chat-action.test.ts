import { describe, expect, test } from "vitest";
import { addChannel } from "@/lib/channels/add";
import { acknowledgeIncident, unacknowledgeIncident } from "@/lib/incidents/acknowledge";
import { db } from "@/lib/platform/db";
import { newId } from "@/lib/platform/new-id";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { anIncident, aSnitch } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { applyChatAction, type ClickingMember } from "./apply-chat-action";

const night = new Date("2026-03-10T03:12Z");
const later = (ms: number) => new Date(night.getTime() + ms);

/** An open incident of which a chat was notified. */
async function aChat() {
  const { caseId, ada, eve } = await aCaseWith({ ada: "owner", eve: "viewer" });
  const input = { kind: "telegram", name: "", route: ALL_ALERTS, isDefault: false };
  const settings = { ...CHANNEL_EXAMPLES.telegram?.settings, buttons: "on" };
  const { id } = await addChannel(caseId, { ...input, settings }, by(ada));
  const incident = await anIncident({ snitch: await aSnitch({ caseId, status: "failed" }) });
  await db.delivery.create({ data: { channelId: id, incidentId: incident.id, body: "{}", isTried: true } });
  const chat = { id, caseId, via: "telegram", service: "Telegram" } as const;
  const click = (more: object = {}, now = night, member: ClickingMember | null = null) =>
    applyChatAction(
      chat,
      { id: newId(), incidentId: incident.id, answer: "acknowledge", name: "Ann", messageRef: "1", ...more },
      now,
      member,
    );
  const read = () => db.incident.findUniqueOrThrow({ where: { id: incident.id } });
  const count = () => db.auditEvent.count({ where: { caseId, action: { startsWith: "snitch." } } });
  return { caseId, ada, eve, chat, incident, press: click, read, count };
}

test("who clicks is text that says so, and the log has how", async () => {
  const { caseId, press: click, read } = await aChat();
  expect(await click()).toEqual({
    text: "Acknowledged by Ann, in Telegram, 03:12 UTC",
    isOpen: false,
    isPrivate: false,
  });
  expect(await read()).toMatchObject({ acknowledgedBy: "Ann, in Telegram", acknowledgedVia: "telegram" });
  expect(await db.auditEvent.findMany({ where: { caseId, action: "snitch.acknowledged" } })).toMatchObject([
    { actorKind: "tattle", actorId: null, actorName: "Ann, in Telegram", facts: { via: "telegram" } },
  ]);
});

test.each([
  ["ada@example.com", "ada@example.com, in Telegram"],
  ["A\u202en\nn\0", "A n n, in Telegram"],
  ["", "Someone, in Telegram"],
  ["<!everyone> *b*", "<!everyone> *b*, in Telegram"],
])("the name %j is kept as %j", async (name, kept) => {
  const { press: click, read } = await aChat();
  await click({ name });
  expect(await read()).toMatchObject({ acknowledgedBy: kept });
});

test("a member is that member, and a viewer may not", async () => {
  const { ada, eve, press: click, read } = await aChat();
  expect(await click({}, night, { id: eve.id, email: eve.email, role: "viewer" })).toMatchObject({
    text: "Viewers can’t act on incidents.",
  });
  expect(await read()).toMatchObject({ acknowledgedAt: null });
  await click({}, night, { id: ada.id, email: ada.email, role: "owner" });
  expect(await read()).toMatchObject({ acknowledgedBy: ada.email });
});

test("a click that comes again counts once, also after someone took it back", async () => {
  const { incident, press: click, read, count } = await aChat();
  await Promise.all([1, 2, 3].map(() => click({ id: "one" })));
  expect(await count()).toBe(1);
  await db.incident.update({
    where: { id: incident.id },
    data: { acknowledgedAt: null, acknowledgedBy: null, acknowledgedVia: null },
  });
  expect(await click({ id: "one" }, later(HOUR_MS))).toEqual({
    text: "Nothing was changed. Alerts continue.",
    isOpen: true,
    isPrivate: true,
  });
  expect(await read()).toMatchObject({ acknowledgedAt: null });
});

describe("the first message in a chat is edited", () => {
  const edits = (channelId: string) =>
    db.delivery.count({ where: { channelId, event: "acknowledged", alertId: null } });

  test("whenever someone elsewhere acknowledges the incident or takes that back, and not if nothing changes", async () => {
    const { caseId, ada, chat, incident } = await aChat();
    const change = [acknowledgeIncident, unacknowledgeIncident];
    for (const [i, expected] of [1, 1, 2, 2, 3].entries()) {
      await change[Number(i > 1 && i < 4)]?.(caseId, incident.id, night, by(ada));
      expect(await edits(chat.id)).toBe(expected);
    }
  });

  test("by the person who clicked the button of another, and not by a delivery if it is the one with the button", async () => {
    for (const [messageRef, expected] of [
      ["365", 0],
      ["366", 1],
    ] as const) {
      const { chat, incident, press: click } = await aChat();
      await db.channelRef.create({ data: { channelId: chat.id, incidentId: incident.id, ref: "365" } });
      await click({ messageRef });
      expect(await edits(chat.id)).toBe(expected);
    }
  });

  test("only where it has buttons, and the channel was notified", async () => {
    const { caseId, ada, chat, incident } = await aChat();
    const other = await anIncident({ snitch: await aSnitch({ caseId, status: "failed" }) });
    await acknowledgeIncident(caseId, other.id, night, by(ada));
    await db.channel.update({ where: { id: chat.id }, data: { hasButtons: false } });
    await acknowledgeIncident(caseId, incident.id, night, by(ada));
    expect(await edits(chat.id)).toBe(0);
  });
});

test("a snooze is an hour, and ends none sooner", async () => {
  const { incident, press: click, read } = await aChat();
  const snooze = { answer: "snooze_hour" };
  expect(await click(snooze)).toEqual({ text: "Snoozed until 04:12 UTC", isOpen: true, isPrivate: false });
  await db.incident.update({ where: { id: incident.id }, data: { snoozedUntil: later(DAY_MS) } });
  await click(snooze);
  expect(await read()).toMatchObject({ snoozedUntil: later(DAY_MS) });
});

test("nothing becomes of what this chat was not notified of, though the incident is known", async () => {
  const here = await aChat();
  const elsewhere = await aChat();
  const unsent = await anIncident({ snitch: await aSnitch({ caseId: here.caseId, status: "failed" }) });
  for (const incidentId of [elsewhere.incident.id, unsent.id, newId()])
    expect(await here.press({ incidentId })).toBeNull();
  expect(
    await applyChatAction(
      { ...here.chat, caseId: elsewhere.caseId },
      {
        id: "x",
        incidentId: here.incident.id,
        answer: "acknowledge",
        name: "Ann",
        messageRef: "1",
      },
      night,
    ),
  ).toBeNull();
  for (const { read } of [here, elsewhere]) expect(await read()).toMatchObject({ acknowledgedAt: null });
});

test("an incident that has ended stays so, and where a second factor is required a sign-in is needed", async () => {
  const { caseId, incident, press: click, read, count } = await aChat();
  await db.case.update({ where: { id: caseId }, data: { secondFactorRequiredSince: night } });
  expect(await click()).toMatchObject({ text: expect.stringContaining("requires a second factor") });
  expect(await read()).toMatchObject({ acknowledgedAt: null });
  await db.case.update({ where: { id: caseId }, data: { secondFactorRequiredSince: null } });
  await db.incident.update({ where: { id: incident.id }, data: { closedAt: night, closedBy: "reported" } });
  expect(await click()).toEqual({ text: "The incident has already ended.", isOpen: false, isPrivate: false });
  expect(await count()).toBe(0);
});

test("who clicks a thousand times changes twenty times an hour at most", async () => {
  const { press: click, count } = await aChat();
  for (let i = 0; i < 40; i += 1) await click({ answer: "snooze_hour" }, later(i * 1_000));
  expect(await count()).toBe(20);
});
