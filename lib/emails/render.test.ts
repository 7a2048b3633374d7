import { beforeEach, expect, test } from "vitest";
import { db } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { aCase, aMember, aRecipient, aSnitch } from "@/lib/testing/factories";
import { setSignUp } from "@/lib/testing/sign-up-rule";
import { recipientUrl, unsubscribeHeaders } from "./recipient-link";
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

/** Renders one e-mail. The HTML part must have the links of the text part. */
async function rendered(id: string) {
  const [message] = await renderEmails([id]);
  if (!message) throw new Error("The e-mail was not rendered.");
  for (const url of message.text.match(/https?:\S+/g) ?? []) expect(message.html).toContain(`href="${url}"`);
  return message;
}

test("an e-mail to an address outside the case can be unsubscribed from, by its headers and by a link in both parts", async () => {
  const alert = await anAlert();
  const { id: recipientId } = await aRecipient({ caseId: alert.caseId, address: "ops@acme.test" });
  const { id } = await anEmail(alert, "Ops@acme.test");

  const { headers, text } = await rendered(id);

  expect(headers).toEqual(unsubscribeHeaders(recipientId));
  expect(text).toContain(
    `To get fewer e-mails from this case, or none, choose here, without an account: ${recipientUrl(recipientId)}\n`,
  );
  expect(text).not.toContain("change who is alerted");
  // Snoozing needs an account.
  expect(text).not.toContain("Snooze");
});

test("an e-mail to a member has neither, and says where members stop it", async () => {
  const alert = await anAlert();
  const { id } = await anEmail(alert, alert.member);

  const { headers, text } = await rendered(id);

  expect(headers).toBeUndefined();
  expect(text).not.toContain("/recipients/");
  expect(text).toContain(`change who is alerted: ${alert.snitchUrl}`);
  expect(text).toContain(`Snooze…: ${alert.snitchUrl}/snooze`);
});

test("an e-mail names no other recipient", async () => {
  const alert = await anAlert();
  const { id } = await anEmail(alert, "ops@acme.test");
  await anEmail(alert, "cto@acme.test");

  const { html, text } = await rendered(id);

  expect(html + text).not.toContain("cto@acme.test");
});

test("an e-mail in place of others says why", async () => {
  const alert = await anAlert();
  const { id } = await anEmail(alert, alert.member, true);

  expect((await rendered(id)).text).toContain(
    `You get this in place of the recipients, none of whom can be e-mailed: they have not confirmed their address, or they unsubscribed. To see them, open the snitch: ${alert.snitchUrl}\n`,
  );
});

test("invitations and requests to confirm can be unsubscribed from, too, and e-mails about an account have nothing to unsubscribe from", async () => {
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
  const emailOf = async (
    kind: "invitation" | "address_confirmation" | "magic_link",
    ofCase: string | null,
  ) => {
    const { id } = await db.email.create({ data: { kind, address: "bob@acme.test", caseId: ofCase, facts } });
    return rendered(id);
  };

  expect((await emailOf("invitation", caseId)).headers).toHaveProperty("List-Unsubscribe");
  expect((await emailOf("address_confirmation", caseId)).headers).toHaveProperty("List-Unsubscribe");
  expect((await emailOf("magic_link", null)).headers).toBeUndefined();
});
