import { expect, test } from "vitest";
import { db, transaction } from "@/lib/platform/db";
import { aCase } from "@/lib/testing/factories";
import { enqueueEmails, type TransactionalEmail } from "./enqueue";
import { sendEmails } from "./send";

const inAnHour = () => new Date(Date.now() + 3_600_000);
const url = "https://tattle.test/sign-in?token=s3cret";

async function owe(letter: TransactionalEmail): Promise<string> {
  const { emails } = await transaction((sql) => enqueueEmails(sql, [letter]));
  const [id = ""] = emails;
  return id;
}

test("a letter is sent once, and its link is not kept", async () => {
  const facts = { url, expiresAt: inAnHour() };
  const id = await owe({ kind: "magic_link", address: "ada@example.com", facts });

  await sendEmails([id]);
  await sendEmails([id]);

  expect(await db.capturedEmail.findMany({ where: { id } })).toMatchObject([
    { to: "ada@example.com", subject: "Your link to sign in", text: expect.stringContaining(url) },
  ]);
  const email = await db.email.findUnique({ where: { id }, include: { history: true } });
  expect(email).toMatchObject({ sentAt: expect.any(Date), facts: null, caseId: null });
  expect(email?.history).toMatchObject([{ outcome: "accepted" }]);
});

test("a letter whose link has expired is not sent late", async () => {
  const facts = { url, expiresAt: new Date("2026-03-10T00:00Z") };
  const id = await owe({ kind: "password_reset", address: "ada@example.com", facts });

  await sendEmails([id]);

  expect(await db.capturedEmail.count({ where: { id } })).toBe(0);
  const email = await db.email.findUnique({ where: { id }, include: { history: true } });
  expect(email).toMatchObject({ sentAt: null, gaveUpAt: expect.any(Date), facts: null });
  expect(email?.history).toMatchObject([{ outcome: "expired" }]);
});

test("a letter that cannot be written stays owed and says so, and the others go", async () => {
  const facts = { url, expiresAt: inAnHour() };
  const broken = await owe({ kind: "magic_link", address: "ada@example.com", facts });
  const whole = await owe({ kind: "magic_link", address: "bob@example.com", facts });
  await db.email.update({ where: { id: broken }, data: { facts: { url: 7 } } });

  await sendEmails([broken, whole]);

  const [first, second] = await Promise.all(
    [broken, whole].map((id) => db.email.findUnique({ where: { id }, include: { history: true } })),
  );
  expect(first).toMatchObject({ sentAt: null, gaveUpAt: null, history: [{ outcome: "fault" }] });
  expect(second).toMatchObject({ sentAt: expect.any(Date), history: [{ outcome: "accepted" }] });
});

test("a letter that belongs to a case goes with it", async () => {
  const { id: caseId } = await aCase();
  const facts = {
    caseName: "Acme",
    invitedBy: "ada@example.com",
    role: "member",
    url,
    expiresAt: inAnHour(),
  };
  const id = await owe({ kind: "invitation", address: "bob@example.com", caseId, facts });

  await db.case.delete({ where: { id: caseId } });

  expect(await db.email.count({ where: { id } })).toBe(0);
  await sendEmails([id]);
});
