import { expect, test } from "vitest";
import { updateCase } from "@/lib/cases/update";
import { addChannel } from "@/lib/channels/add";
import { removeChannel } from "@/lib/channels/remove";
import { channelLink, personLink } from "@/lib/outbox/action-link";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { anIncident, aSnitch } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { actByLink, findIncidentAction, LINK_ACTIONS, type LinkAction } from "./link-actions";

const night = new Date("2026-03-10T03:12Z");
const later = (ms: number) => new Date(night.getTime() + ms);
const ADDRESS = "192.0.2.7";

/** An open incident with the link that was sent to the channel #ops of its case, which has turned such links on. */
async function aLink(kind = "ntfy") {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  await db.case.update({ where: { id: caseId }, data: { channelLinks: true } });
  const { settings = {} } = CHANNEL_EXAMPLES[kind] ?? {};
  const input = { kind, name: "#ops", settings, route: ALL_ALERTS, isDefault: false };
  const { id: channelId } = await addChannel(caseId, input, by(ada));
  const incident = await anIncident({ snitch: await aSnitch({ caseId, status: "failed" }) });
  const token = channelLink(incident.id, channelId, night).replace(`${env.APP_URL}/i/`, "");
  const read = () => db.incident.findUniqueOrThrow({ where: { id: incident.id } });
  const act = (verb: LinkAction = "acknowledge", name = "Ann", now = night, link = token) =>
    actByLink(link, { action: verb, name, address: ADDRESS }, now);
  return { caseId, ada, channelId, incident, token, read, act };
}

type Link = Awaited<ReturnType<typeof aLink>>;

async function expectDead({ token, act, read }: Link, now = night, link = token) {
  const before = await read();
  expect(await findIncidentAction(link, now)).toBeNull();
  for (const verb of LINK_ACTIONS)
    await expect(act(verb, "Ann", now, link)).rejects.toMatchObject({ type: "resource_not_found" });
  expect(await read()).toEqual(before);
}

test("anyone who reads a channel acts by a name that no one has verified, and the log says so", async () => {
  const { caseId, token, act, read } = await aLink();
  expect(await findIncidentAction(token, night)).toMatchObject({
    person: null,
    channel: { name: "#ops" },
    mayAct: true,
  });

  await act();

  expect(await read()).toMatchObject({
    acknowledgedBy: "Ann, by the link in #ops",
    acknowledgedVia: "channel_link",
  });
  const events = await db.auditEvent.findMany({ where: { caseId, action: "snitch.acknowledged" } });
  expect(events).toMatchObject([
    {
      actorKind: "tattle",
      actorId: null,
      actorName: "Ann, by the link in #ops",
      address: ADDRESS,
      facts: { via: "channel_link" },
    },
  ]);
});

test.each([
  ["ada@example.com", "ada@example.com, by the link in #ops"],
  ["Ann\r\nX-Evil: 1\0\u202e\u200b", "Ann X-Evil: 1, by the link in #ops"],
  [" \u0007 ", "Someone, by the link in #ops"],
  ["", "Someone, by the link in #ops"],
  ["<!everyone> @channel <b>", "<!everyone> @channel <b>, by the link in #ops"],
  ["n".repeat(5_000), `${"n".repeat(100)}, by the link in #ops`],
  ["\ud800", "\ufffd, by the link in #ops"],
])("the name %j is kept as %j, and is no one’s address", async (name, kept) => {
  const { act, read } = await aLink();
  await act("acknowledge", name);
  expect(await read()).toMatchObject({ acknowledgedBy: kept, acknowledgedVia: "channel_link" });
});

test("a channel snoozes for 8 hours at most, and ends no snooze sooner", async () => {
  const { act, read } = await aLink();
  await expect(act("snooze_morning")).rejects.toMatchObject({ type: "resource_invalid" });
  await act("snooze_8_hours");
  expect(await read()).toMatchObject({ snoozedUntil: later(8 * HOUR_MS) });
  await act("snooze_hour");
  expect(await read()).toMatchObject({ snoozedUntil: later(8 * HOUR_MS), acknowledgedAt: null });
});

test("a member’s link does not snooze as long as a channel’s", async () => {
  const { ada, incident, act, read } = await aLink();
  const own = personLink(incident.id, ada.id, night).replace(`${env.APP_URL}/i/`, "");
  await expect(act("snooze_8_hours", "", night, own)).rejects.toMatchObject({ type: "resource_invalid" });
  expect(await read()).toMatchObject({ snoozedUntil: null });
});

test("the link works for a day", async () => {
  const link = await aLink();
  expect(await findIncidentAction(link.token, later(DAY_MS - 1_000))).not.toBeNull();
  await expectDead(link, later(DAY_MS));
});

test("the link dies with the rule, also if it was sent before, and a member’s does not", async () => {
  const link = await aLink();
  await updateCase(link.caseId, { channelLinks: false }, by(link.ada));
  await expectDead(link);
  const own = personLink(link.incident.id, link.ada.id, night).replace(`${env.APP_URL}/i/`, "");
  expect(await findIncidentAction(own, night)).not.toBeNull();
  expect(
    await db.auditEvent.findMany({ where: { caseId: link.caseId, action: "case.changed" } }),
  ).toMatchObject([{ facts: { channel_links: { from: "sent", to: "off" } } }]);
});

test("the link dies with the channel, and while that is switched off", async () => {
  const link = await aLink();
  const switchOff = (disabledAt: Date | null) =>
    db.channel.update({ where: { id: link.channelId }, data: { disabledAt } });
  await switchOff(night);
  await expectDead(link);
  await switchOff(null);
  expect(await findIncidentAction(link.token, night)).not.toBeNull();
  await removeChannel(link.caseId, link.channelId, by(link.ada));
  await expectDead(link);
});

test.each(["slack", "mattermost", "pagerduty"])(
  "no link to a channel of %s acts, also if it was sent when chats had links",
  async (kind) => {
    await expectDead(await aLink(kind));
  },
);

test("no link fits a channel of another case, or a member of the same id", async () => {
  const link = await aLink();
  const other = await aLink();
  const tokenOf = (url: string) => url.replace(`${env.APP_URL}/i/`, "");
  await expectDead(link, night, tokenOf(channelLink(link.incident.id, other.channelId, night)));
  await expectDead(link, night, tokenOf(channelLink(link.incident.id, link.ada.id, night)));
  await expectDead(link, night, tokenOf(personLink(link.incident.id, link.channelId, night)));
});

test("where the case requires a second factor, a channel reads the name and acts by nothing", async () => {
  const { caseId, token, act, read } = await aLink();
  await db.case.update({ where: { id: caseId }, data: { secondFactorRequiredSince: night } });
  expect(await findIncidentAction(token, night)).toMatchObject({ needsSignIn: true, mayAct: false });
  for (const verb of LINK_ACTIONS)
    await expect(act(verb)).rejects.toMatchObject({ type: "resource_invalid" });
  expect(await read()).toMatchObject({ acknowledgedAt: null, snoozedUntil: null });
});

test("a forwarded link cannot fill the audit log, whatever names it is used with", async () => {
  const { caseId, act } = await aLink();
  const results: string[] = [];
  for (let i = 0; i < 30; i += 1)
    results.push(
      await act("snooze_hour", `Name ${i}`, later(i * 1_000)).then(
        () => "done",
        ({ type }) => type,
      ),
    );
  expect(results.filter((result) => result === "done")).toHaveLength(20);
  expect(await db.auditEvent.count({ where: { caseId, action: "snitch.snoozed" } })).toBe(20);
});
