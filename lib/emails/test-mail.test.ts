import type { AddressInfo } from "node:net";
import { SMTPServer } from "smtp-server";
import { afterEach, expect, test } from "vitest";
import { resendProvider } from "@/lib/mail/resend";
import { smtpProvider } from "@/lib/mail/smtp";
import { countTestMail } from "@/lib/people/users/rate-limits";
import { db } from "@/lib/platform/db";
import { aResend } from "@/testing/fake-resend";
import { SELF_SIGNED } from "@/testing/self-signed";
import { sendTestMail } from "./test-mail";

const now = new Date("2026-03-10T10:00Z");
const from = "Tattle <tattle@example.com>";
const message = { to: "ada@example.com", requestedBy: "ada@example.com" };

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A provider for an SMTP server that responds with this error, if one is given. */
async function anSmtpServer(error?: { responseCode: number; message: string }) {
  const server = new SMTPServer({
    ...SELF_SIGNED,
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    onRcptTo: (_address, _session, callback) =>
      callback(error && Object.assign(new Error(error.message), error)),
    onData: (stream, _session, callback) => {
      stream.resume().on("end", () => callback());
    },
  });
  server.on("error", () => {});
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  closers.push(() => server.close());
  const { port } = server.server.address() as AddressInfo;
  return smtpProvider({ url: `smtp://127.0.0.1:${port}`, from, hostname: "tattle.test", timeoutMs: 60_000 });
}

test("without a mail server, a test email is kept in the outbox and not called sent", async () => {
  const result = await sendTestMail(message, now);

  expect(result).toMatchObject({ kind: "captured", to: "ada@example.com" });
  const id = result.kind === "captured" ? result.id : "";
  expect(await db.capturedEmail.findUnique({ where: { id } })).toMatchObject({
    subject: "Test email from Tattle",
    to: "ada@example.com",
  });
});

test("an SMTP server’s acceptance is shown in its own words", async () => {
  expect(await sendTestMail(message, now, { provider: await anSmtpServer() })).toMatchObject({
    kind: "sent",
    response: expect.stringMatching(/^250 /),
  });
});

test("an SMTP server’s refusal is shown in its own words", async () => {
  const provider = await anSmtpServer({ responseCode: 550, message: "5.7.1 Sender is not allowed" });

  expect(await sendTestMail(message, now, { provider })).toMatchObject({
    kind: "rejected",
    status: 550,
    response: expect.stringContaining("5.7.1 Sender is not allowed"),
  });
});

test("a mail server that is not there, or is silent, is said so", async () => {
  const closed = smtpProvider({ url: "smtp://127.0.0.1:9", from, hostname: "tattle.test" });
  expect(await sendTestMail(message, now, { provider: closed })).toMatchObject({
    kind: "not_reached",
    reason: "refused",
  });

  const unresponsive = {
    maxBatchSize: 1,
    usesIdempotencyKeys: false,
    send: () => new Promise<never>(() => {}),
  };
  expect(await sendTestMail(message, now, { provider: unresponsive, timeoutMs: 50 })).toMatchObject({
    kind: "not_reached",
    reason: "timeout",
  });
});

test("Resend’s responses are shown: accepted, refused, and asked to wait", async () => {
  const resend = await aResend();
  closers.push(resend.close);
  const provider = resendProvider({ apiKey: "re_test", baseUrl: resend.url, from, gapMs: 0 });

  expect(await sendTestMail(message, now, { provider })).toMatchObject({ kind: "sent" });
  expect(resend.sent).toMatchObject([{ to: "ada@example.com", subject: "Test email from Tattle" }]);
  expect(await sendTestMail({ ...message, to: "unproved@example.com" }, now, { provider })).toMatchObject({
    kind: "rejected",
    response: "The `from` domain is not verified.",
  });
  resend.failures.push({ kind: "busy", retryAfter: 7 }, { kind: "quota" });
  expect(await sendTestMail(message, now, { provider })).toMatchObject({
    kind: "rejected",
    response: "The provider asked us to wait 7 s before the next email.",
  });
  expect(await sendTestMail(message, now, { provider })).toMatchObject({
    kind: "rejected",
    status: 429,
    response: expect.stringContaining("daily email sending quota"),
  });
});

test("an operator sends at most ten test emails in ten minutes", async () => {
  for (let i = 0; i < 10; i += 1) await countTestMail("operator", now);

  await expect(countTestMail("operator", now)).rejects.toMatchObject({ type: "rate_limited" });
});
