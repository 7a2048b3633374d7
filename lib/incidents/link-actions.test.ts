import { expect, test } from "vitest";
import { removeMember } from "@/lib/cases/members";
import { updateCase } from "@/lib/cases/update";
import { personLink } from "@/lib/outbox/action-link";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { DAY_MS, HOUR_MS } from "@/lib/rules/durations";
import { aMember, anIncident, aSnitch } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { assignIncident } from "./assign";
import { actByLink, findIncidentAction, LINK_ACTIONS, type LinkAction } from "./link-actions";

const night = new Date("2026-03-10T03:12Z");
const later = (ms: number) => new Date(night.getTime() + ms);
const ADDRESS = "192.0.2.7";

const tokenIn = (url: string) => url.replace(`${env.APP_URL}/i/`, "");

/** An open incident with links of its people. */
async function aLink() {
  const { caseId, ada, bob, eve } = await aCaseWith({ ada: "member", bob: "owner", eve: "viewer" });
  await db.user.update({ where: { id: ada.id }, data: { timeZone: "Europe/Berlin" } });
  const snitch = await aSnitch({ caseId, status: "failed", name: "Nightly backup" });
  const incident = await anIncident({ snitch });
  const tokenOf = ({ id }: { id: string }, incidentId = incident.id) =>
    tokenIn(personLink(incidentId, id, night));
  const read = () => db.incident.findUniqueOrThrow({ where: { id: incident.id } });
  const act = (token: string, verb: LinkAction = "acknowledge", now = night) =>
    actByLink(token, { action: verb, name: "", address: ADDRESS }, now);
  return { caseId, ada, bob, eve, snitch, incident, token: tokenOf(ada), tokenOf, read, act };
}

type Link = Awaited<ReturnType<typeof aLink>>;

/** That the link shows nothing, and no action by it is taken. */
async function expectDead({ act, read }: Link, token: string, now = night) {
  const before = await read();
  expect(await findIncidentAction(token, now)).toBeNull();
  for (const verb of LINK_ACTIONS)
    await expect(act(token, verb, now)).rejects.toMatchObject({ type: "resource_not_found" });
  expect(await read()).toEqual(before);
}

test("an action is that of the person whose link it is, and the log says that it came by the link", async () => {
  const { caseId, ada, snitch, token, act, read } = await aLink();
  expect(await findIncidentAction(token, night)).toMatchObject({
    caseName: "Acme",
    person: { id: ada.id, email: ada.email },
    incident: { snitch: { name: "Nightly backup" } },
    mayAct: true,
    needsSignIn: false,
    morning: new Date("2026-03-10T08:00Z"),
  });

  await act(token);
  await act(token);

  expect(await read()).toMatchObject({
    acknowledgedAt: night,
    acknowledgedBy: ada.email,
    acknowledgedVia: "link",
  });
  const events = await db.auditEvent.findMany({ where: { caseId } });
  expect(events).toMatchObject([
    {
      action: "snitch.acknowledged",
      actorKind: "user",
      actorId: ada.id,
      actorName: ada.email,
      address: ADDRESS,
      resourceId: snitch.token,
      facts: { via: "link" },
    },
  ]);
});

test("a snooze lasts an hour or until morning where the person lives, and a link ends none sooner and never pauses", async () => {
  const { snitch, token, act, read } = await aLink();
  const morning = new Date("2026-03-10T08:00Z");

  await act(token, "snooze_hour");
  expect(await read()).toMatchObject({ snoozedUntil: later(HOUR_MS), hold: "snooze" });
  await act(token, "snooze_morning");
  expect(await read()).toMatchObject({ snoozedUntil: morning });
  await act(token, "snooze_hour");
  expect(await read()).toMatchObject({ snoozedUntil: morning, acknowledgedAt: null });
  expect(await db.snitch.findUniqueOrThrow({ where: { id: snitch.id } })).toMatchObject({
    status: "failed",
    pausedAt: null,
  });
  expect(LINK_ACTIONS.filter((verb) => /pause|mute/.test(verb))).toEqual([]);
});

test("a link works for seven days", async () => {
  const link = await aLink();
  expect(await findIncidentAction(link.token, later(7 * DAY_MS - 1_000))).not.toBeNull();
  await expectDead(link, link.token, later(7 * DAY_MS));
});

test("a link dies with the membership, and is as good as before for who comes back within its time", async () => {
  const link = await aLink();
  const { caseId, ada, bob, token } = link;
  await removeMember(caseId, ada.id, { by: by(bob), now: night });
  await expectDead(link, token);
  await db.member.create({ data: { caseId, userId: ada.id, role: "viewer" } });
  expect(await findIncidentAction(token, night)).toMatchObject({ mayAct: false });
});

test("turning the rule off kills the links that were sent", async () => {
  const link = await aLink();
  await updateCase(link.caseId, { answerLinks: false }, by(link.bob));
  await expectDead(link, link.token);
  const [event] = await db.auditEvent.findMany({ where: { caseId: link.caseId } });
  expect(event).toMatchObject({
    action: "case.changed",
    facts: { answer_links: { from: "sent", to: "off" } },
  });
});

test("no link fits another incident or another person, however it is cut and joined", async () => {
  const link = await aLink();
  const { caseId, ada, bob, incident, token, tokenOf } = link;
  const other = await anIncident({ snitch: await aSnitch({ caseId, status: "failed" }) });
  const ofBob = tokenOf(bob);
  const ofOther = tokenOf(ada, other.id);
  for (const each of [ofBob, ofOther])
    for (let at = 1; at < token.length; at += 1) {
      const joined = token.slice(0, at) + each.slice(at);
      if (joined === token || joined === each) continue;
      expect(await findIncidentAction(joined, night)).toBeNull();
    }
  for (const wrong of ["", "nothing", token.slice(0, -1), `${token}A`, incident.id])
    await expectDead(link, wrong);
});

test("a link to someone who was never in the case of the incident is dead", async () => {
  const link = await aLink();
  const { caseId } = await aCaseWith({ owner: "owner" });
  const mallory = await aMember({ caseId });
  await expectDead(link, link.tokenOf(mallory));
});

test("what the person may do now counts: a viewer reads", async () => {
  const { caseId, ada, eve, token, tokenOf, act, read } = await aLink();
  const setRole = (role: "viewer" | "member") =>
    db.member.update({ where: { caseId_userId: { caseId, userId: ada.id } }, data: { role } });
  const refused = { type: "resource_invalid" };

  await expect(act(tokenOf(eve))).rejects.toMatchObject(refused);
  await setRole("viewer");
  expect(await findIncidentAction(token, night)).toMatchObject({ mayAct: false });
  for (const verb of LINK_ACTIONS) await expect(act(token, verb)).rejects.toMatchObject(refused);
  expect(await read()).toMatchObject({ acknowledgedAt: null, snoozedUntil: null });
  await setRole("member");
  await act(token);
  expect(await read()).toMatchObject({ acknowledgedBy: ada.email });
});

test("where a case or the installation requires a second factor, acting needs a sign-in, also for who has one", async () => {
  const { caseId, ada, token, act, read } = await aLink();
  await db.user.update({ where: { id: ada.id }, data: { secondFactorSince: night } });
  const expectSignIn = async () => {
    expect(await findIncidentAction(token, night)).toMatchObject({ needsSignIn: true, mayAct: false });
    await expect(act(token)).rejects.toMatchObject({ type: "resource_invalid" });
    expect(await read()).toMatchObject({ acknowledgedAt: null });
  };

  await db.case.update({ where: { id: caseId }, data: { secondFactorRequiredSince: night } });
  await expectSignIn();
  await db.case.update({ where: { id: caseId }, data: { secondFactorRequiredSince: null } });
  env.REQUIRE_SECOND_FACTOR = true;
  await expectSignIn().finally(() => {
    env.REQUIRE_SECOND_FACTOR = false;
  });
  await act(token);
});

test("an incident that has ended is shown and not changed, and one that was deleted is not shown", async () => {
  const link = await aLink();
  const { incident, token, act, read, snitch } = link;
  const ended = { closedAt: later(HOUR_MS), closedBy: "reported" } as const;
  await db.incident.update({ where: { id: incident.id }, data: ended });

  expect(await findIncidentAction(token, night)).toMatchObject({ incident: ended });
  for (const verb of LINK_ACTIONS)
    await expect(act(token, verb)).rejects.toMatchObject({ type: "resource_invalid" });
  expect(await read()).toMatchObject({ acknowledgedAt: null, snoozedUntil: null });

  await db.snitch.delete({ where: { id: snitch.id } });
  expect(await findIncidentAction(token, night)).toBeNull();
});

test("who has a link cannot fill the audit log", async () => {
  const { caseId, token, act } = await aLink();
  const actions = Array.from({ length: 30 }, (_, i) => later(i * 1_000));
  const results: string[] = [];
  for (const now of actions)
    results.push(
      await act(token, "snooze_hour", now).then(
        () => "done",
        ({ type }) => type,
      ),
    );

  expect(results.filter((result) => result === "done")).toHaveLength(20);
  expect(new Set(results.slice(20))).toEqual(new Set(["rate_limited"]));
  expect(await db.auditEvent.count({ where: { caseId } })).toBe(20);
});

test("people who act at once acknowledge it once", async () => {
  const { caseId, bob, token, tokenOf, act } = await aLink();
  await Promise.all([token, tokenOf(bob), token, tokenOf(bob)].map((each) => act(each)));
  expect(await db.auditEvent.count({ where: { caseId, action: "snitch.acknowledged" } })).toBe(1);
});

test("the email about an assignment has the link of the member, and not where links are off", async () => {
  const { caseId, ada, bob, incident } = await aLink();
  const urls = async () =>
    (await db.email.findMany({ where: { caseId, kind: "incident_assigned" }, orderBy: { id: "asc" } })).map(
      ({ facts }) => (facts as { url: string }).url,
    );
  await assignIncident(caseId, incident.id, ada.email, night, by(bob));
  await updateCase(caseId, { answerLinks: false }, by(bob));
  await assignIncident(caseId, incident.id, null, night, by(bob));
  await assignIncident(caseId, incident.id, ada.email, night, by(bob));
  expect(await urls()).toEqual([
    personLink(incident.id, ada.id, night),
    `${env.APP_URL}/${caseId}/incidents/${incident.id}`,
  ]);
});
