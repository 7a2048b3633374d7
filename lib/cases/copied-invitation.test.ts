import { afterEach, describe, expect, test, vi } from "vitest";
import { sendEmails } from "@/lib/emails/send";
import { createUser } from "@/lib/people/users/create";
import { db } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { emailsTo, tokenMailedTo } from "@/testing/emails";
import { setMailServer } from "@/testing/mail-server";
import { aCaseWith, by, findRole } from "@/testing/members";
import { setSignUp } from "@/testing/sign-up-rule";
import { acceptInvitation, findInvitation, joinByInvitation } from "./accept-invitation";
import { copiedInvitationUrl } from "./invitation-link";
import { invite, listInvitations, withdrawInvitation } from "./invite";

const now = new Date();

afterEach(() => {
  vi.restoreAllMocks();
  setMailServer(undefined);
});

/** An open invitation, and the tokens of its emailed and its copied link. */
async function anInvitation() {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  const address = `${Math.random().toString(36).slice(2)}@example.com`;
  await invite(caseId, { email: address, role: "member" }, by(ada), now);
  const [{ id = "" } = {}] = await listInvitations(caseId);
  return { caseId, ada, address, id, mailed: await tokenMailedTo(address), copied: tokenIn(id) };
}

const tokenIn = (id: string) => copiedInvitationUrl(id).split("/").at(-1) ?? "";

describe("a copied invitation link", () => {
  test("opens and joins, besides the emailed one, and each ends both", async () => {
    const first = await anInvitation();
    expect(await findInvitation(first.copied, now)).toMatchObject({ email: first.address, isMailed: false });
    expect(await findInvitation(first.mailed, now)).toMatchObject({ email: first.address, isMailed: true });
    await joinByInvitation(first.copied, "correct horse", "", now);
    expect(await findInvitation(first.mailed, now)).toBeNull();

    const second = await anInvitation();
    await joinByInvitation(second.mailed, "correct horse", "", now);
    expect(await findInvitation(second.copied, now)).toBeNull();
  });

  test("does not confirm the address, because it was not emailed there", async () => {
    const { caseId, address, copied } = await anInvitation();

    await joinByInvitation(copied, "correct horse", "", now);

    const bob = await db.user.findUniqueOrThrow({ where: { email: address } });
    expect(bob.emailVerifiedAt).toBeNull();
    expect(await findRole(caseId, bob)).toBe("member");
    expect(await emailsTo(address)).toEqual(["invitation", "verification"]);
  });

  test("lets a person with an account join, only as the invited address, and does not confirm it", async () => {
    const { caseId, address, copied } = await anInvitation();
    const bob = await createUser({ email: address, password: "correct horse" });
    const eve = await createUser({ email: `eve-${address}`, password: "correct horse" });

    await expect(acceptInvitation(copied, eve, "", now)).rejects.toThrow(`This invitation is for ${address}`);
    expect(await acceptInvitation(copied, bob, "", now)).toBe(caseId);
    expect(await db.user.findUniqueOrThrow({ where: { id: bob.id } })).toMatchObject({
      emailVerifiedAt: null,
    });
  });

  test("creates no account where strangers can sign up and emails are sent", async () => {
    setSignUp("open");
    setMailServer("smtp://mail.example");
    const { address, copied } = await anInvitation();

    await expect(joinByInvitation(copied, "correct horse", "", now)).rejects.toThrow(
      `open the link in the invitation that was emailed to ${address}`,
    );
    expect(await db.user.findUnique({ where: { email: address } })).toBeNull();
    setMailServer(undefined);
    await joinByInvitation(copied, "correct horse", "", now);
  });

  test("ends when the invitation expires, is withdrawn or is replaced", async () => {
    const { caseId, ada, address, id, copied } = await anInvitation();
    expect(await findInvitation(copied, new Date(now.getTime() + 7 * DAY_MS))).toBeNull();

    await invite(caseId, { email: address, role: "viewer" }, by(ada), now);
    expect(await findInvitation(copied, now)).toBeNull();
    const [{ id: newId = "" } = {}] = await listInvitations(caseId);
    expect(newId).not.toBe(id);
    expect(await findInvitation(tokenIn(newId), now)).toMatchObject({ role: "viewer" });

    await withdrawInvitation(caseId, newId, by(ada));
    expect(await findInvitation(tokenIn(newId), now)).toBeNull();
  });
});

test("the list says of each invitation why its email reached no one", async () => {
  const { caseId, address } = await anInvitation();
  const notSent = async () => (await listInvitations(caseId)).map((invitation) => invitation.notSent);
  expect(await notSent()).toEqual(["kept in the outbox, not sent: no mail server is set up"]);

  const [email] = await db.email.findMany({ where: { address } });
  await sendEmails([email?.id ?? ""]);
  setMailServer("smtp://mail.example");
  expect(await notSent()).toEqual(["kept in the outbox, not sent: no mail server was set up"]);

  await db.attempt.updateMany({ where: { emailId: email?.id }, data: { response: "250 Ok" } });
  expect(await notSent()).toEqual([null]);
  await db.email.updateMany({ where: { address }, data: { sentAt: null, gaveUpAt: now } });
  expect(await notSent()).toEqual(["not sent: the mail server did not accept it"]);
});
