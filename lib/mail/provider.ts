import { env } from "@/lib/platform/env";
import { capturingProvider } from "./captured";
import type { EmailProvider } from "./mail";
import { resendProvider } from "./resend";
import { smtpProvider } from "./smtp";

let chosen: EmailProvider | undefined;

/** Whom this installation hands its mails to: Resend, else an SMTP server, else the captured outbox. */
export function emailProvider(): EmailProvider {
  chosen ??= choose();
  return chosen;
}

function choose(): EmailProvider {
  const { MAIL_FROM: from, RESEND_API_KEY: key, RESEND_BASE_URL: baseUrl, SMTP_URL: url } = env;
  if (key) return resendProvider({ key, baseUrl, from });
  if (url) return smtpProvider({ url, from, hostname: new URL(env.APP_URL).hostname });
  return capturingProvider(from);
}

/** Whether mail reaches people, and not only the captured outbox. */
export const mailReachesPeople = () => Boolean(env.RESEND_API_KEY ?? env.SMTP_URL);
