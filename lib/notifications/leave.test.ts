import { beforeEach, expect, test } from "vitest";
import {
  changeRecipientFrequency,
  confirmRecipient,
  findRecipientPage,
  returnRecipient,
} from "@/lib/emails/recipients/choices";
import { recipientUrl } from "@/lib/emails/recipients/link";
import { sweepDeadlines } from "@/lib/monitoring/sweep";
import { db } from "@/lib/platform/db";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import { NEVER_LOST_MS } from "@/testing/connection";
import { aCase, aMember, aRecipient, aSnitch } from "@/testing/factories";
import { setSignUp } from "@/testing/sign-up-rule";
import { leave } from "./leave";

beforeEach(() => setSignUp("open"));

const tuesday = new Date("2026-03-10T00:00Z");
const after = (days: number) => new Date(tuesday.getTime() + days * DAY_MS);
const sweep = (at: Date) => sweepDeadlines(new Date(at.getTime() + MINUTE_MS), NEVER_LOST_MS);
const readToken = (id: string) => recipientUrl(id).split("/").at(-1) ?? "";

/** An overdue snitch whose recipients have confirmed, in a case with one member, and the token of the first recipient. */
async function aConfirmedSnitch(...alertEmail: string[]) {
  const { id: caseId } = await aCase();
  const { email: member } = await aMember({ caseId });
  const snitch = await aSnitch({ caseId, status: "healthy", deadline: tuesday, alertEmail });
  const recipients = await Promise.all(
    alertEmail.map((address) => aRecipient({ caseId, address, confirmedAt: tuesday })),
  );
  return { caseId, member, snitch, token: readToken(recipients[0]?.id ?? "") };
}

const listEmails = (snitchId: string) =>
  db.email.findMany({ where: { snitchId }, orderBy: [{ alert: { at: "asc" } }, { skipReason: "desc" }] });
const actionsIn = async (caseId: string) =>
  (await db.auditEvent.findMany({ where: { caseId }, orderBy: { id: "asc" } })).map(({ action }) => action);

test("after leaving, an address gets no alert; the case’s log names it, and leaving twice is leaving once", async () => {
  const { caseId, member, snitch, token } = await aConfirmedSnitch("ops@acme.test");

  await leave(token, tuesday);
  await leave(token, after(1));
  await sweep(tuesday);

  expect(await listEmails(snitch.id)).toMatchObject([
    { address: member, skipReason: null, isFallback: true },
    { address: "ops@acme.test", skipReason: "left" },
  ]);
  expect(await db.recipient.findFirst({ where: { caseId } })).toMatchObject({ leftAt: tuesday });
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "recipient.left", actorKind: "user", actorName: "ops@acme.test", address: "" },
  ]);
});

test("an alert that is not sent yet when its last recipient leaves goes to the members", async () => {
  const { member, snitch, token } = await aConfirmedSnitch("ops@acme.test");

  await sweep(tuesday);
  await leave(token, tuesday);

  expect(await listEmails(snitch.id)).toMatchObject([
    { address: member, gaveUpAt: null, isFallback: true },
    { address: "ops@acme.test", gaveUpAt: tuesday, skipReason: "left" },
  ]);
});

test("an alert that another recipient gets anyway is not sent to the members", async () => {
  const { snitch, token } = await aConfirmedSnitch("ops@acme.test", "cto@acme.test");

  await sweep(tuesday);
  await leave(token, tuesday);

  expect(await listEmails(snitch.id)).toMatchObject([
    { address: "cto@acme.test", gaveUpAt: null, isFallback: false },
    { address: "ops@acme.test", skipReason: "left" },
  ]);
});

test("a sweep and a leaving at the same time leave no email to the address and no alert without a reader", async () => {
  for (let i = 0; i < 10; i += 1) {
    const { member, snitch, token } = await aConfirmedSnitch("ops@acme.test");
    await Promise.all([sweep(tuesday), leave(token, tuesday)]);

    const pending = (await listEmails(snitch.id)).filter(({ gaveUpAt }) => gaveUpAt === null);
    expect(pending.map(({ address }) => address)).toEqual([member]);
  }
});

test("leaving one case leaves no other", async () => {
  const one = await aConfirmedSnitch("ops@acme.test");
  const other = await aConfirmedSnitch("ops@acme.test");

  await leave(one.token, tuesday);
  await sweep(tuesday);

  expect(await listEmails(other.snitch.id)).toMatchObject([{ address: "ops@acme.test", skipReason: null }]);
});

test("only the reader can come back, and then gets alerts again", async () => {
  const { caseId, snitch, token } = await aConfirmedSnitch("ops@acme.test");

  await leave(token, tuesday);
  await returnRecipient(token, after(1));
  await sweep(tuesday);

  expect(await listEmails(snitch.id)).toMatchObject([{ address: "ops@acme.test", skipReason: null }]);
  expect(await actionsIn(caseId)).toEqual(["recipient.left", "recipient.returned"]);
});

test("an address that confirms gets the next alert, and confirming twice is recorded once", async () => {
  const { id: caseId } = await aCase();
  await aMember({ caseId });
  const snitch = await aSnitch({
    caseId,
    status: "healthy",
    deadline: tuesday,
    alertEmail: ["new@acme.test"],
  });
  const { id } = await aRecipient({ caseId, address: "new@acme.test" });

  expect(await findRecipientPage(readToken(id))).toMatchObject({ isUnconfirmed: true, caseName: "Acme" });
  await confirmRecipient(readToken(id), tuesday);
  await confirmRecipient(readToken(id), after(1));
  await sweep(tuesday);

  expect(await listEmails(snitch.id)).toMatchObject([{ address: "new@acme.test", skipReason: null }]);
  expect(await actionsIn(caseId)).toEqual(["recipient.confirmed"]);
});

test("an address that left is not confirmed by an old request", async () => {
  const { caseId, token } = await aConfirmedSnitch("ops@acme.test");
  await db.recipient.updateMany({ where: { caseId }, data: { confirmedAt: null, leftAt: tuesday } });

  await confirmRecipient(token, after(1));

  expect(await findRecipientPage(token)).toMatchObject({ leftAt: tuesday, isUnconfirmed: true });
});

test("the reader of an address chooses to get fewer emails, and the case’s log says so", async () => {
  const { caseId, snitch, token } = await aConfirmedSnitch("ops@acme.test");

  await changeRecipientFrequency(token, "first");
  await sweep(tuesday);
  await sweep(after(1));

  expect(await listEmails(snitch.id)).toHaveLength(1);
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "recipient.changed", facts: { frequency: "first" } },
  ]);
});

test("an invented link is refused, and one whose case was deleted does nothing", async () => {
  const { caseId, token } = await aConfirmedSnitch("ops@acme.test");
  await db.case.delete({ where: { id: caseId } });

  await leave(token, tuesday);
  expect(await findRecipientPage(token)).toBeNull();
  for (const change of [leave, confirmRecipient, returnRecipient]) {
    await expect(change(`${token.slice(0, -1)}~`, tuesday)).rejects.toThrow("This link does not work");
  }
});
