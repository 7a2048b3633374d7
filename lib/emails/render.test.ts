import { beforeEach, expect, test } from "vitest";
import { replaceCheckInUrl } from "@/lib/monitoring/replace-check-in-url";
import { readActionToken } from "@/lib/outbox/action-link";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { DAY_MS } from "@/lib/rules/durations";
import { ACTOR, aCase, aMember, anIncident, aRecipient, aSnitch } from "@/testing/factories";
import { setSignUp } from "@/testing/sign-up-rule";
import { recipientUrl, unsubscribeHeaders } from "./recipients/link";
import { renderEmails } from "./render";

beforeEach(() => setSignUp("open"));

const tuesday = new Date("2026-03-10T00:00Z");

/** A missing alert of a snitch, in a case with one member. */
async function anAlert() {
  const { id: caseId } = await aCase();
  const { email: member } = await aMember({ caseId });
  const snitch = await aSnitch({ caseId, status: "failed" });
  const alert = await db.alert.create({
    data: { caseId, snitchId: snitch.id, kind: "missing", from: "healthy", to: "failed", at: tuesday },
  });
  const snitchUrl = `${env.APP_URL}/${caseId}/snitches/${snitch.token}`;
  return { caseId, snitchId: snitch.id, alertId: alert.id, member, snitchUrl };
}

type Alert = Awaited<ReturnType<typeof anAlert>>;

const anEmail = ({ caseId, snitchId, alertId }: Alert, address: string, isFallback = false) =>
  db.email.create({ data: { caseId, snitchId, alertId, address, isFallback } });

/** Renders one email. The HTML part must have the links of the text part. */
async function rendered(id: string) {
  const [message] = await renderEmails([id]);
  if (!message) throw new Error("The email was not rendered.");
  for (const url of message.text.match(/https?:\S+/g) ?? []) expect(message.html).toContain(`href="${url}"`);
  return message;
}

test("an alert has the link of its snitch in both parts, also for an address outside the case", async () => {
  const alert = await anAlert();
  const url = "https://wiki.example.com/a?b=1";
  await aRecipient({ caseId: alert.caseId, address: "ops@acme.test" });
  const [before, after] = [await anEmail(alert, alert.member), await anEmail(alert, "ops@acme.test")];
  expect((await rendered(before.id)).text).not.toContain("Link");

  await db.snitch.update({ where: { id: alert.snitchId }, data: { url } });

  for (const { id } of [before, after]) expect((await rendered(id)).text).toContain(url);
});

test("an email about an error has the hint of its case that matches, and one about a miss has none", async () => {
  const alert = await anAlert();
  const url = "https://wiki.example.com/4";
  const hints = [{ exit_status: 137, text: null, hint: "Out of memory: see runbook 4.", url }];
  await db.case.update({ where: { id: alert.caseId }, data: { hints } });
  const { id } = await anEmail(alert, alert.member);
  const change = (data: object) => db.alert.update({ where: { id: alert.alertId }, data });

  await change({ kind: "missing", exitStatus: "137" });
  expect((await rendered(id)).text).not.toContain("runbook");
  await change({ kind: "errored", exitStatus: "1" });
  expect((await rendered(id)).text).not.toContain("runbook");
  await change({ kind: "errored", exitStatus: "137" });
  expect((await rendered(id)).text).toContain(`Out of memory: see runbook 4. ${url}`);
});

test("an email to an address outside the case can be unsubscribed from, by its headers and by a link in both parts", async () => {
  const alert = await anAlert();
  const { id: recipientId } = await aRecipient({ caseId: alert.caseId, address: "ops@acme.test" });
  const { id } = await anEmail(alert, "Ops@acme.test");

  const { headers, text } = await rendered(id);

  expect(headers).toEqual({ "Auto-Submitted": "auto-generated", ...unsubscribeHeaders(recipientId) });
  expect(text).toContain(
    `To get fewer emails from this case, or none, choose here, without an account: ${recipientUrl(recipientId)}\n`,
  );
  expect(text).not.toContain("change who is alerted");
  // Snoozing needs an account.
  expect(text).not.toContain("Snooze");
});

/** An alert and both reminders, as they are sent to an address. */
async function textsTo(alert: Alert, address: string): Promise<string[]> {
  const emails = [
    await anEmail(alert, address),
    ...(await Promise.all(
      (["pending_reminder", "paused_reminder"] as const).map((kind) =>
        db.email.create({ data: { caseId: alert.caseId, snitchId: alert.snitchId, kind, address } }),
      ),
    )),
  ];
  const messages = await renderEmails(emails.map(({ id }) => id));
  return messages.map(({ html, text }) => html + text);
}

test("no email to an address outside the case tells it how to check in", async () => {
  const alert = await anAlert();
  const token = alert.snitchUrl.split("/").at(-1) ?? "";
  await aRecipient({ caseId: alert.caseId, address: "ops@acme.test" });

  const [toMember, toOutsider] = [await textsTo(alert, alert.member), await textsTo(alert, "ops@acme.test")];

  expect(toMember.map((text) => text.includes(token))).toEqual([true, true, true]);
  expect(toOutsider.map((text) => text.includes(token))).toEqual([false, false, false]);
});

test("no email has a check-in URL once it was replaced: viewers get it too, and it may be forwarded", async () => {
  const alert = await anAlert();
  const token = alert.snitchUrl.split("/").at(-1) ?? "";
  const replace = () => replaceCheckInUrl(alert.caseId, token, 24, new Date(), ACTOR);
  const keys = [(await replace()).checkInKey, (await replace()).checkInKey];

  const texts = await textsTo(alert, alert.member);

  expect(texts.map((text) => text.includes(alert.snitchUrl))).toEqual([true, true, true]);
  for (const key of [...keys, `${env.CHECK_IN_URL}/${token}`])
    expect(texts.filter((text) => text.includes(key))).toEqual([]);
});

test("an email to a member leads to the settings, without one click, and says where members stop it", async () => {
  const alert = await anAlert();
  const { id } = await anEmail(alert, alert.member);

  const { headers, text } = await rendered(id);

  expect(headers).toEqual({
    "Auto-Submitted": "auto-generated",
    "List-Unsubscribe": `<${env.APP_URL}/account/notifications?case=${alert.caseId}>`,
  });
  expect(text).not.toContain("/recipients/");
  expect(text).toContain(`change who is alerted: ${alert.snitchUrl}`);
  expect(text).toContain(`Snooze…: ${alert.snitchUrl}/snooze`);
});

test("an email names no other recipient", async () => {
  const alert = await anAlert();
  const { id } = await anEmail(alert, "ops@acme.test");
  await anEmail(alert, "cto@acme.test");

  const { html, text } = await rendered(id);

  expect(html + text).not.toContain("cto@acme.test");
});

test("an email in place of others says why", async () => {
  const alert = await anAlert();
  const { id } = await anEmail(alert, alert.member, true);

  expect((await rendered(id)).text).toContain(
    `You received this because none of the recipients can be emailed: they haven’t confirmed their addresses, have unsubscribed, or their addresses bounce. To see who they are, open the snitch: ${alert.snitchUrl}\n`,
  );
});

test("invitations and requests to confirm can be unsubscribed from, too, and emails about an account have nothing to unsubscribe from", async () => {
  const { caseId } = await anAlert();
  const url = `${env.APP_URL}/somewhere`;
  const expiresAt = tuesday.toISOString();
  const facts = {
    caseName: "Acme",
    snitchName: null,
    invitedBy: "ada@acme.test",
    role: "member",
    url,
    expiresAt,
  };
  const renderEmail = async (
    kind: "invitation" | "address_confirmation" | "magic_link",
    ofCase: string | null,
  ) => {
    const { id } = await db.email.create({ data: { kind, address: "bob@acme.test", caseId: ofCase, facts } });
    return rendered(id);
  };

  expect((await renderEmail("invitation", caseId)).headers).toHaveProperty("List-Unsubscribe");
  expect((await renderEmail("address_confirmation", caseId)).headers).toHaveProperty("List-Unsubscribe");
  expect((await renderEmail("magic_link", null)).headers).toEqual({ "Auto-Submitted": "auto-generated" });
});

/** Renders an email about one more alert of the snitch. */
async function renderedAlert(
  { caseId, snitchId, member }: Alert,
  alert: { incidentId?: string; kind: "missing" | "reporting"; day: number; isReminder?: boolean },
  email: { address?: string; isEscalation?: boolean } = {},
) {
  const { day, ...columns } = alert;
  const at = new Date(tuesday.getTime() + day * DAY_MS);
  const { id: alertId } = await db.alert.create({
    data: { ...columns, caseId, snitchId, from: "failed", to: "failed", at },
  });
  const { id } = await db.email.create({ data: { caseId, snitchId, alertId, address: member, ...email } });
  return rendered(id);
}

test("the alert, its reminders and its end are one thread for every reader, and another incident is another one", async () => {
  const alert = await anAlert();
  const snitch = { id: alert.snitchId, caseId: alert.caseId };
  const { id: first } = await anIncident({ snitch, closedAt: tuesday, closedBy: "reported" });
  const { id: second } = await anIncident({ snitch });
  const root = `<${first}@${new URL(env.APP_URL).hostname}>`;

  for (const { headers } of [
    await renderedAlert(alert, { incidentId: first, kind: "missing", day: 1 }),
    await renderedAlert(alert, { incidentId: first, kind: "missing", day: 2, isReminder: true }),
    await renderedAlert(alert, { incidentId: first, kind: "reporting", day: 3 }),
    await renderedAlert(alert, { incidentId: first, kind: "missing", day: 4 }, { address: "ops@acme.test" }),
  ]) {
    expect(headers).toMatchObject({ "In-Reply-To": root, References: root, "X-Entity-Ref-ID": first });
  }
  const { headers } = await renderedAlert(alert, { incidentId: second, kind: "missing", day: 5 });
  expect(headers).toHaveProperty("References", expect.stringContaining(second));
  const { headers: ofNone } = await renderedAlert(alert, { kind: "missing", day: 6 });
  expect(ofNone).not.toHaveProperty("References");
});

test("an email is in the zone of its reader’s account, else in that of their browser, else in that of the schedule, else in UTC", async () => {
  const alert = await anAlert();
  const ofAccount = (await anEmail(alert, alert.member.toUpperCase())).id;
  const withoutMember = (await anEmail(alert, "ops@acme.test")).id;
  const dueBy = async (id: string) => /^Due by +(.*)$/m.exec((await rendered(id)).text)?.[1];
  const lead = async (id: string) => /It was due by (.*) and has not/.exec((await rendered(id)).text)?.[1];
  expect(await lead(ofAccount)).toBe("Tue 10 Mar 2026, 00:00 UTC");

  const schedule = { schedule: "0 1 * * *", timezone: "Europe/Berlin" };
  await db.snitch.update({ where: { id: alert.snitchId }, data: schedule });
  expect(await lead(ofAccount)).toBe("Tue 10 Mar 2026, 01:00 (Europe/Berlin)");

  await db.user.update({ where: { email: alert.member }, data: { browserZone: "America/New_York" } });
  expect(await lead(ofAccount)).toBe("Mon 9 Mar 2026, 20:00 (America/New_York)");

  await db.user.update({ where: { email: alert.member }, data: { timeZone: "Asia/Kathmandu" } });
  expect(await lead(ofAccount)).toBe("Tue 10 Mar 2026, 05:45 (Asia/Kathmandu)");
  expect(await dueBy(ofAccount)).toBe("Tue 10 Mar 2026, 05:45");
  expect(await lead(withoutMember)).toBe("Tue 10 Mar 2026, 01:00 (Europe/Berlin)");
});

test("an alert to a member leads to a page that needs no sign-in, to no one else, and not where the case has turned links off", async () => {
  const alert = await anAlert();
  const { id: incidentId } = await anIncident({ snitch: { id: alert.snitchId, caseId: alert.caseId } });
  await aRecipient({ caseId: alert.caseId, address: "ops@acme.test" });
  const user = await db.user.findUniqueOrThrow({ where: { email: alert.member } });
  const oldUrl = `${env.APP_URL}/${alert.caseId}/incidents/${incidentId}/acknowledge`;
  const missing = { incidentId, kind: "missing" } as const;
  const linkIn = (text: string) => /Acknowledge…: (\S+)/.exec(text)?.[1];

  const texts = [
    await renderedAlert(alert, { ...missing, day: 1 }),
    await renderedAlert(alert, { ...missing, day: 2, isReminder: true }),
    await renderedAlert(alert, { ...missing, day: 3 }, { isEscalation: true }),
  ].map(({ text }) => text);
  for (const text of texts) {
    const token = linkIn(text)?.replace(`${env.APP_URL}/i/`, "") ?? "";
    expect(readActionToken(token, new Date())).toEqual({ incidentId, userId: user.id });
  }
  expect(
    linkIn((await renderedAlert(alert, { ...missing, day: 4 }, { address: "ops@acme.test" })).text),
  ).toBe(undefined);
  const recovered = await renderedAlert(alert, { incidentId, kind: "reporting", day: 5 });
  expect(recovered.text).not.toMatch(/Acknowledge|\/i\//);

  await db.case.update({ where: { id: alert.caseId }, data: { answerLinks: false } });
  const { text } = await renderedAlert(alert, { ...missing, day: 1.5 });
  expect(linkIn(text)).toBe(oldUrl);
});

test("each attempt to send an alert has the same bytes", async () => {
  const alert = await anAlert();
  const { id: incidentId } = await anIncident({ snitch: { id: alert.snitchId, caseId: alert.caseId } });
  await db.alert.update({ where: { id: alert.alertId }, data: { incidentId } });
  const { id } = await anEmail(alert, alert.member);

  expect(await rendered(id)).toEqual(await rendered(id));
});
