import { expect, test } from "vitest";
import { invite } from "@/lib/cases/invite";
import { WHOLE_CASE } from "@/lib/cases/key-scope";
import { updateCase } from "@/lib/cases/update";
import { updateSnitch } from "@/lib/monitoring/update";
import { db, transaction } from "@/lib/platform/db";
import { createSnitch } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { ACTOR, aCase, aMark, aMember, aRecipient, aSnitch } from "@/testing/factories";
import { aCaseWith, by } from "@/testing/members";
import { setSignUp } from "@/testing/sign-up-rule";
import { listNotEmailed, listRecipients } from "./list";
import { buildRecipientKeys, registerRecipients } from "./register";

const tuesday = new Date("2026-03-10T00:00Z");

const registered = (caseId: string) =>
  db.recipient.findMany({ where: { caseId }, orderBy: { address: "asc" } });
/** Resolves when a request to confirm has been queued for the address. */
const isAsked = (caseId: string, address: string) =>
  expect.poll(() => db.email.count({ where: { caseId, address, kind: "address_confirmation" } })).toBe(1);

test("where strangers can sign up, addresses of a new snitch, a changed snitch and the case are asked at once", async () => {
  setSignUp("open");
  const theCase = await aCase();
  const input = newSnitch.parse({ name: "Backup", interval: "daily", alert_email: ["One@acme.test"] });

  const { token } = await createSnitch(theCase, input, ACTOR, WHOLE_CASE);
  await isAsked(theCase.id, "one@acme.test");
  await updateSnitch(
    theCase.id,
    token,
    { alert_email: ["one@acme.test", "two@acme.test"] },
    tuesday,
    ACTOR,
    WHOLE_CASE,
  );
  await isAsked(theCase.id, "two@acme.test");
  await updateCase(theCase.id, { name: "Acme", alertEmail: "three@acme.test" }, ACTOR);
  await isAsked(theCase.id, "three@acme.test");

  expect((await registered(theCase.id)).map(({ confirmedAt }) => confirmedAt)).toEqual([null, null, null]);
  expect(await db.email.count({ where: { caseId: theCase.id } })).toBe(3);
});

test("members are not registered, and where people join by invitation only, others count as confirmed", async () => {
  setSignUp("invited");
  const { id: caseId } = await aCase();
  const { email } = await aMember({ caseId });

  await transaction((sql) =>
    registerRecipients(sql, buildRecipientKeys(caseId, [email.toUpperCase(), "Ops@acme.test"])),
  );

  expect(await registered(caseId)).toMatchObject([
    { address: "ops@acme.test", confirmedAt: expect.any(Date) },
  ]);
});

test("entering an address again changes nothing for its reader, who left", async () => {
  setSignUp("invited");
  const { id: caseId } = await aCase();
  const { token } = await aSnitch({ caseId });
  await aRecipient({ caseId, address: "gone@acme.test", leftAt: tuesday });

  await updateSnitch(caseId, token, { alert_email: ["Gone@acme.test"] }, tuesday, ACTOR, WHOLE_CASE);

  expect(await registered(caseId)).toMatchObject([{ leftAt: tuesday }]);
  expect(await listNotEmailed(caseId, ["Gone@acme.test"])).toMatchObject([
    { address: "gone@acme.test", leftAt: tuesday },
  ]);
});

test("an address that left is not invited either", async () => {
  const { caseId, ada } = await aCaseWith({ ada: "owner" });
  await aRecipient({ caseId, address: "gone@acme.test", leftAt: tuesday });

  await expect(
    invite(caseId, { email: "gone@acme.test", role: "viewer" }, by(ada), tuesday),
  ).rejects.toMatchObject({
    validations: [{ attribute: "email", message: expect.stringContaining("unsubscribed from this case") }],
  });
});

test("a case lists who left, who has not confirmed and who is emailed, but no members and no unused address", async () => {
  setSignUp("open");
  const { id: caseId } = await aCase({ alertEmail: "yes@acme.test" });
  const { email } = await aMember({ caseId });
  await aSnitch({ caseId, alertEmail: ["New@acme.test", email] });
  await aRecipient({ caseId, address: "yes@acme.test", confirmedAt: tuesday });
  await aRecipient({ caseId, address: "new@acme.test", askedAt: tuesday });
  await aRecipient({ caseId, address: "gone@acme.test", leftAt: tuesday });
  await aRecipient({ caseId, address: "unused@acme.test" });
  await aRecipient({ caseId, address: email });

  expect(await listRecipients(caseId)).toMatchObject({
    total: 3,
    recipients: [
      { address: "gone@acme.test", leftAt: tuesday },
      { address: "new@acme.test", isUnconfirmed: true, askedAt: tuesday },
      { address: "yes@acme.test", isUnconfirmed: false, leftAt: null },
    ],
  });
});

test("marked addresses are listed with the reason, first among those that did not leave, members only where they were entered", async () => {
  setSignUp("invited");
  const { id: caseId } = await aCase();
  const { email: member } = await aMember({ caseId });
  const [fine, bounced] = ["a@acme.test", "b@acme.test"];
  await aSnitch({ caseId, alertEmail: [fine, bounced, member] });
  for (const address of [fine, bounced]) await aRecipient({ caseId, address, confirmedAt: tuesday });
  await aMark({ caseId, address: bounced });
  await aMark({ caseId, address: member, mark: "complained" });
  // Another case's mark doesn't count.
  await aMark({ caseId: (await aCase()).id, address: fine });

  const { recipients } = await listRecipients(caseId);
  expect(recipients.map(({ address, mark }) => [address, mark?.mark])).toEqual([
    [bounced, "bounced"],
    [fine, undefined],
  ]);
  const notEmailed = await listNotEmailed(caseId, [fine, bounced.toUpperCase(), member]);
  const listed = new Map(notEmailed.map(({ address, id, mark }) => [address, [id !== null, mark?.mark]]));
  // The member's address is random, and so is its place.
  expect(listed).toEqual(
    new Map([
      [bounced, [true, "bounced"]],
      [member, [false, "complained"]],
    ]),
  );
});
