import { expect, test } from "vitest";
import { metrics } from "@/lib/metrics/registry";
import { db, transaction } from "@/lib/platform/db";
import { HOUR_MS } from "@/lib/rules/durations";
import { aCase } from "@/testing/factories";
import { enqueueMagicLinks } from "@/testing/magic-links";
import { enqueueEmails, type TransactionalEmail } from "./enqueue";
import { sendEmails } from "./send";

const inAnHour = () => new Date(Date.now() + HOUR_MS);
const url = "https://tattle.test/sign-in?token=s3cret";

async function enqueue(email: TransactionalEmail): Promise<string> {
  const { emails } = await transaction((sql) => enqueueEmails(sql, [email]));
  const [id = ""] = emails;
  return id;
}

const findEmail = (id: string) => db.email.findUnique({ where: { id }, include: { history: true } });

test("an email is sent once, and its link is deleted afterwards", async () => {
  const [id = ""] = await enqueueMagicLinks("ada@example.com");

  await sendEmails([id]);
  await sendEmails([id]);

  expect(await db.capturedEmail.findMany({ where: { id } })).toMatchObject([
    { to: "ada@example.com", subject: "Your sign-in link", text: expect.stringContaining(url) },
  ]);
  const email = await findEmail(id);
  expect(email).toMatchObject({ sentAt: expect.any(Date), facts: null, caseId: null });
  expect(email?.history).toMatchObject([{ outcome: "accepted" }]);
});

test("metrics do not count a captured email as accepted", async () => {
  const countAttempts = async (outcome: string) => {
    const { values } = await metrics.attempts.get();
    return values.find(({ labels }) => labels.kind === "email" && labels.outcome === outcome)?.value ?? 0;
  };
  const [captured, accepted] = [await countAttempts("captured"), await countAttempts("accepted")];

  await sendEmails(await enqueueMagicLinks("ada@example.com"));

  expect(await countAttempts("captured")).toBe(captured + 1);
  expect(await countAttempts("accepted")).toBe(accepted);
});

test("an email whose link has expired is given up", async () => {
  const facts = { url, expiresAt: new Date("2026-03-10T00:00Z") };
  const id = await enqueue({ kind: "password_reset", address: "ada@example.com", facts });

  await sendEmails([id]);

  expect(await db.capturedEmail.count({ where: { id } })).toBe(0);
  const email = await findEmail(id);
  expect(email).toMatchObject({ sentAt: null, gaveUpAt: expect.any(Date), facts: null });
  expect(email?.history).toMatchObject([{ outcome: "expired" }]);
});

test("an email that cannot be rendered stays pending with its error recorded, and the others are sent", async () => {
  const [broken = "", intact = ""] = await enqueueMagicLinks("ada@example.com", "bob@example.com");
  await db.email.update({ where: { id: broken }, data: { facts: { url: 7 } } });

  await sendEmails([broken, intact]);

  expect(await findEmail(broken)).toMatchObject({
    sentAt: null,
    gaveUpAt: null,
    history: [{ outcome: "internal_error" }],
  });
  expect(await findEmail(intact)).toMatchObject({
    sentAt: expect.any(Date),
    history: [{ outcome: "accepted" }],
  });
});

test("an email that belongs to a case is deleted with the case", async () => {
  const { id: caseId } = await aCase();
  const facts = {
    caseName: "Acme",
    invitedBy: "ada@example.com",
    role: "member",
    url,
    expiresAt: inAnHour(),
  };
  const id = await enqueue({ kind: "invitation", address: "bob@example.com", caseId, facts });

  await db.case.delete({ where: { id: caseId } });

  expect(await db.email.count({ where: { id } })).toBe(0);
  await sendEmails([id]);
  expect(await db.capturedEmail.count({ where: { id } })).toBe(0);
});
