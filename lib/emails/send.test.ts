import { expect, test } from "vitest";
import { db, transaction } from "@/lib/platform/db";
import { aCase } from "@/lib/testing/factories";
import { type OwedLetter, oweLetters } from "./enqueue";
import { notifyAll } from "./send";

const inAnHour = () => new Date(Date.now() + 3_600_000);
const url = "https://tattle.test/sign-in?token=s3cret";

async function owe(letter: OwedLetter): Promise<string> {
  const { notices } = await transaction((sql) => oweLetters(sql, [letter]));
  const [id = ""] = notices;
  return id;
}

test("a letter is sent once, and its link is not kept", async () => {
  const facts = { url, expiresAt: inAnHour() };
  const id = await owe({ kind: "magic_link", address: "ada@example.com", facts });

  await notifyAll([id]);
  await notifyAll([id]);

  expect(await db.capturedMail.findMany({ where: { id } })).toMatchObject([
    { to: "ada@example.com", subject: "Your link to sign in", text: expect.stringContaining(url) },
  ]);
  const notice = await db.notice.findUnique({ where: { id }, include: { history: true } });
  expect(notice).toMatchObject({ sentAt: expect.any(Date), facts: null, caseId: null });
  expect(notice?.history).toMatchObject([{ outcome: "accepted" }]);
});

test("a letter whose link has expired is not sent late", async () => {
  const facts = { url, expiresAt: new Date("2026-03-10T00:00Z") };
  const id = await owe({ kind: "password_reset", address: "ada@example.com", facts });

  await notifyAll([id]);

  expect(await db.capturedMail.count({ where: { id } })).toBe(0);
  const notice = await db.notice.findUnique({ where: { id }, include: { history: true } });
  expect(notice).toMatchObject({ sentAt: null, gaveUpAt: expect.any(Date), facts: null });
  expect(notice?.history).toMatchObject([{ outcome: "expired" }]);
});

test("a letter that cannot be written stays owed and says so, and the others go", async () => {
  const facts = { url, expiresAt: inAnHour() };
  const broken = await owe({ kind: "magic_link", address: "ada@example.com", facts });
  const whole = await owe({ kind: "magic_link", address: "bob@example.com", facts });
  await db.notice.update({ where: { id: broken }, data: { facts: { url: 7 } } });

  await notifyAll([broken, whole]);

  const [first, second] = await Promise.all(
    [broken, whole].map((id) => db.notice.findUnique({ where: { id }, include: { history: true } })),
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

  expect(await db.notice.count({ where: { id } })).toBe(0);
  await notifyAll([id]);
});
