import { beforeEach, expect, test } from "vitest";
import { db, pool } from "@/lib/platform/db";
import { DAY_MS } from "@/lib/rules/durations";
import { ACTOR, aCase, aMember, aRecipient, aSnitch } from "@/testing/factories";
import { setSignUp } from "@/testing/sign-up-rule";
import { askAgain, askRecipients } from "./ask";

beforeEach(async () => {
  setSignUp("open");
  await pool.query("TRUNCATE cases, confirmation_requests CASCADE");
});

const tuesday = new Date("2026-03-10T00:00Z");
const after = (days: number) => new Date(tuesday.getTime() + days * DAY_MS);

/** A case in which a snitch has these recipients, all registered and none asked. */
async function aCaseWithAddresses(...addresses: string[]) {
  const { id: caseId } = await aCase();
  await aSnitch({ caseId, alertEmail: addresses.map((address) => address.toUpperCase()) });
  const recipients = await Promise.all(addresses.map((address) => aRecipient({ caseId, address })));
  return { caseId, ids: recipients.map(({ id }) => id) };
}

const asked = async (address: string) => db.email.count({ where: { address, kind: "address_confirmation" } });

test("an address is asked once, also by two runs at the same time", async () => {
  const { caseId } = await aCaseWithAddresses("new@acme.test");

  await Promise.all([askRecipients(tuesday), askRecipients(tuesday, caseId)]);
  await askRecipients(after(30));

  expect(await asked("new@acme.test")).toBe(1);
  expect(await db.email.findFirst({ where: { caseId } })).toMatchObject({
    facts: { caseName: "Acme", snitchName: "Nightly backup", url: expect.stringContaining("/recipients/") },
  });
});

test("an address that is a member’s, has confirmed, has left, or is used by no snitch is not asked", async () => {
  const { caseId } = await aCaseWithAddresses("member@acme.test", "yes@acme.test", "no@acme.test");
  await aMember({ caseId, email: "member@acme.test" });
  await db.recipient.updateMany({ where: { address: "yes@acme.test" }, data: { confirmedAt: tuesday } });
  await db.recipient.updateMany({ where: { address: "no@acme.test" }, data: { leftAt: tuesday } });
  await aRecipient({ caseId, address: "invited@acme.test" });

  await askRecipients(tuesday);

  expect(await db.email.count({ where: { caseId } })).toBe(0);
});

test("the case’s alert address is asked, without the name of a snitch", async () => {
  const { id: caseId } = await aCase({ alertEmail: "ops@acme.test" });
  await aRecipient({ caseId, address: "ops@acme.test" });

  await askRecipients(tuesday);

  expect(await db.email.findFirst({ where: { caseId } })).toMatchObject({ facts: { snitchName: null } });
});

test("where people join by invitation only, no one is asked", async () => {
  setSignUp("invited");
  await aCaseWithAddresses("new@acme.test");

  await askRecipients(tuesday);

  expect(await asked("new@acme.test")).toBe(0);
});

test("a mailbox gets three requests a day from all cases together, even if the cases are deleted, and the others on later days", async () => {
  for (let i = 0; i < 8; i += 1) await aCaseWithAddresses(`ada+${i}@acme.test`);
  const requests = () => db.recipient.count({ where: { askedAt: { not: null } } });

  await askRecipients(tuesday);
  expect(await requests()).toBe(3);
  await pool.query(
    "DELETE FROM cases WHERE id IN (SELECT case_id FROM recipients WHERE asked_at IS NOT NULL)",
  );
  await askRecipients(after(0.5));
  expect(await requests()).toBe(0);
  await askRecipients(after(1));
  await askRecipients(after(2));
  expect(await requests()).toBe(5);
});

test("a case with more addresses than it may ask in a day does not delay another case", async () => {
  await aCaseWithAddresses(...Array.from({ length: 60 }, (_, i) => `${i}@many.test`));
  await aCaseWithAddresses("ops@acme.test");

  await askRecipients(tuesday);

  expect(await asked("ops@acme.test")).toBe(1);
  expect(await db.recipient.count({ where: { askedAt: null } })).toBe(10);
});

test("by hand an address is asked at most once a day, and recorded in the audit log", async () => {
  const { caseId, ids } = await aCaseWithAddresses("new@acme.test");
  const [id = ""] = ids;

  await askAgain(caseId, id, ACTOR, tuesday);
  await expect(askAgain(caseId, id, ACTOR, after(0.9))).rejects.toThrow("in the last 24 hours");
  await askAgain(caseId, id, ACTOR, after(1));

  expect(await asked("new@acme.test")).toBe(2);
  expect(await db.auditEvent.findMany({ where: { caseId } })).toMatchObject([
    { action: "recipient.asked", resourceName: "new@acme.test" },
    { action: "recipient.asked" },
  ]);
});

test("an address that left, that has confirmed, or that is of another case is not asked by hand", async () => {
  const { caseId, ids } = await aCaseWithAddresses("yes@acme.test", "no@acme.test");
  const [yes = "", no = ""] = ids;
  await db.recipient.update({ where: { id: yes }, data: { confirmedAt: tuesday } });
  await db.recipient.update({ where: { id: no }, data: { leftAt: tuesday } });

  await expect(askAgain(caseId, yes, ACTOR, tuesday)).rejects.toThrow("already receives alerts");
  await expect(askAgain(caseId, no, ACTOR, tuesday)).rejects.toThrow("Only the recipient can change that");
  await expect(askAgain((await aCase()).id, no, ACTOR, tuesday)).rejects.toMatchObject({
    type: "resource_not_found",
  });
});
