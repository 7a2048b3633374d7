import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import * as actionRoute from "@/app/(account)/i/answer/[token]/route";
import { addChannel } from "@/lib/channels/add";
import { channelLink, personLink } from "@/lib/outbox/action-link";
import { db, query } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { CHANNEL_EXAMPLES } from "@/testing/channel-examples";
import { anIncident, aSnitch } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import LinkPage from "./page";

const OUTPUT = "pg_dump: error: No space left on device";

async function aLink() {
  const { caseId, ada, eve } = await aCaseWith({ ada: "member", eve: "viewer" });
  const snitch = await aSnitch({ caseId, status: "errored", name: "Nightly <backup>" });
  const incident = await anIncident({ snitch, cause: "error" });
  const change = { caseId, snitchId: snitch.id, incidentId: incident.id, from: "healthy" } as const;
  await db.alert.create({
    data: { ...change, kind: "errored", to: "errored", at: incident.openedAt, message: OUTPUT },
  });
  const makeToken = ({ id }: { id: string }) =>
    personLink(incident.id, id, new Date()).replace(`${env.APP_URL}/i/`, "");
  const post = (token: string, body: BodyInit) =>
    actionRoute.POST(new Request(`${env.APP_URL}/i/answer/${token}`, { method: "POST", body }), {
      params: Promise.resolve({ token }),
    });
  return { caseId, ada, eve, incident, makeToken, post, token: makeToken(ada) };
}

const open = async (token: string) =>
  renderToStaticMarkup(await LinkPage({ params: Promise.resolve({ token }) }));

const buttonsIn = (html: string) => [...html.matchAll(/value="(\w+)"/g)].map(([, value]) => value);

const asForm = (action: string) => new URLSearchParams({ answer: action });

test("the page has what, since when, the end of the output and the buttons, and a viewer’s has none", async () => {
  const { token, eve, makeToken } = await aLink();
  const html = await open(token);
  expect(html).toContain("Nightly &lt;backup&gt;");
  expect(html).toContain(OUTPUT);
  expect(html).toContain(`action="/i/answer/${token}" method="post"`);
  expect(buttonsIn(html)).toEqual(["acknowledge", "snooze_hour", "snooze_morning"]);

  const read = await open(makeToken(eve));
  expect(read).toContain(OUTPUT);
  expect(read).not.toContain("<form");
});

test("a person reads times in the zone of their settings, also without a session", async () => {
  const { token, ada } = await aLink();
  await db.user.update({ where: { id: ada.id }, data: { timeZone: "Asia/Tokyo" } });
  expect(await open(token)).toContain("Times are in Asia/Tokyo.");
});

test("a scanner that opens everything, however often, changes nothing", async () => {
  const { token, caseId } = await aLink();
  const everything = async () => [
    await query("SELECT * FROM incidents WHERE case_id = $1", [caseId]),
    await query("SELECT * FROM audit_events WHERE case_id = $1", [caseId]),
    await query("SELECT * FROM snitches WHERE case_id = $1", [caseId]),
  ];
  const before = await everything();
  for (let i = 0; i < 30; i += 1) await open(token);
  expect(await everything()).toEqual(before);
  // Next.js responds with 405 to what a route does not have: GET, HEAD, and what prefetches send.
  expect(Object.keys(actionRoute)).toEqual(["POST"]);
});

test("a button acts and leads back to the page, which says so", async () => {
  const { token, ada, post } = await aLink();
  const response = await post(token, asForm("snooze_hour"));
  expect([response.status, response.headers.get("location")]).toEqual([303, `/i/${token}`]);
  expect(await open(token)).toContain("Snoozed until");

  await post(token, asForm("acknowledge"));
  const html = await open(token);
  expect(html).toContain(`Acknowledged by ${ada.email}`);
  expect(html).not.toContain("<form");
});

test("after the end the page says how it ended, without buttons", async () => {
  const { token, incident } = await aLink();
  const closedAt = new Date();
  await db.incident.update({ where: { id: incident.id }, data: { closedAt, closedBy: "reported" } });
  const html = await open(token);
  expect(html).toContain("Recovered");
  expect(html).not.toContain("<form");
});

test("where the case requires a second factor there are only the name and since when", async () => {
  const { token, caseId } = await aLink();
  await db.case.update({ where: { id: caseId }, data: { secondFactorRequiredSince: new Date() } });
  const html = await open(token);
  expect(html).toContain("Nightly &lt;backup&gt;");
  expect(html).toContain("<time");
  expect(html).not.toContain("No space left");
  expect(html).not.toContain("<form");
  expect(html).not.toContain("Acme");
});

test("forms that say nothing known, and links that are dead, change nothing", async () => {
  const { token, caseId, incident, post } = await aLink();
  for (const body of [asForm("pause"), asForm("acknowledge\0"), "", "{}", new FormData()])
    expect((await post(token, body)).status).toBe(400);
  for (const dead of ["x", `${token}A`, "%2e%2e%2f"])
    expect((await post(dead, asForm("acknowledge"))).headers.get("location")).toBe(
      `/i/${encodeURIComponent(dead)}`,
    );
  expect(await db.auditEvent.count({ where: { caseId } })).toBe(0);
  expect(await db.incident.findUniqueOrThrow({ where: { id: incident.id } })).toMatchObject({
    acknowledgedAt: null,
    snoozedUntil: null,
  });
});

test("a channel’s page asks for a name, names no member, and has no morning", async () => {
  const { caseId, ada, incident, post } = await aLink();
  await db.case.update({ where: { id: caseId }, data: { channelLinks: true } });
  const input = { kind: "ntfy", name: "#ops <b>", route: ALL_ALERTS, isDefault: false };
  const { id } = await addChannel(
    caseId,
    { ...input, settings: CHANNEL_EXAMPLES.ntfy?.settings ?? {} },
    by(ada),
  );
  const token = channelLink(incident.id, id, new Date()).replace(`${env.APP_URL}/i/`, "");

  const html = await open(token);
  expect(buttonsIn(html)).toEqual(["acknowledge", "snooze_hour", "snooze_8_hours"]);
  expect(html).toMatch(/<input[^>]* required=""[^>]* name="name"/);
  expect(html).toContain("a reader of #ops &lt;b&gt;");
  expect(html).not.toContain(ada.email);

  const body = new URLSearchParams({ answer: "acknowledge", name: "<i>Ann</i>" });
  expect((await post(token, body)).status).toBe(303);
  expect(await open(token)).toContain(
    "Acknowledged by &lt;i&gt;Ann&lt;/i&gt;, by the link in #ops &lt;b&gt;",
  );
});
