import { createTransport } from "nodemailer";
import { Resend } from "resend";
import { db } from "@/lib/db";
import { env } from "@/lib/env";

export type Mail = {
  /** Travels with the mail, so that sending it again is not sending it twice. */
  id: string;
  to: string;
  subject: string;
  html: string;
  text: string;
};

export type MailAnswer =
  | { kind: "accepted"; text: string }
  | { kind: "rejected"; status: number | null; text: string; final: boolean }
  | { kind: "unreachable"; text: string };

/**
 * Hands a mail over: to Resend, else to SMTP, else into the captured outbox. What the other side may do wrong is an
 * answer; only our own faults throw.
 */
export function sendMail(mail: Mail): Promise<MailAnswer> {
  if (env.RESEND_API_KEY) return sendByResend(mail, env.RESEND_API_KEY);
  if (env.SMTP_URL) return sendBySmtp(mail, env.SMTP_URL);
  return capture(mail);
}

async function sendByResend({ id, to, subject, html, text }: Mail, key: string): Promise<MailAnswer> {
  const resend = new Resend(key, { baseUrl: env.RESEND_BASE_URL });
  const { data, error } = await resend.emails.send(
    { from: env.MAIL_FROM, to, subject, html, text },
    { idempotencyKey: id },
  );
  if (!error) return { kind: "accepted", text: data.id };
  const status = error.statusCode ?? null;
  if (status === null) return { kind: "unreachable", text: error.message };
  return { kind: "rejected", status, text: `${error.name}: ${error.message}`, final: status === 422 };
}

const SMTP_TIMEOUT_MS = 30_000;

async function sendBySmtp({ id, ...mail }: Mail, url: string): Promise<MailAnswer> {
  const timeouts = { connectionTimeout: SMTP_TIMEOUT_MS, socketTimeout: SMTP_TIMEOUT_MS };
  const transport = createTransport({ url, ...timeouts });
  try {
    const messageId = `<${id}@${new URL(env.APP_URL).hostname}>`;
    const { response } = await transport.sendMail({ from: env.MAIL_FROM, messageId, ...mail });
    return { kind: "accepted", text: response };
  } catch (thrown) {
    const { message, responseCode } = thrown as Error & { responseCode?: number };
    if (!responseCode) return { kind: "unreachable", text: message };
    return { kind: "rejected", status: responseCode, text: message, final: responseCode >= 500 };
  } finally {
    transport.close();
  }
}

/** Keeps the mail in the database, where the operator can read it. */
async function capture({ id, ...mail }: Mail): Promise<MailAnswer> {
  await db.capturedMail.createMany({
    data: { id, at: new Date(), from: env.MAIL_FROM, ...mail },
    skipDuplicates: true,
  });
  return { kind: "accepted", text: "captured" };
}
