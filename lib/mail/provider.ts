import { env } from "@/lib/platform/env";
import { capturingProvider } from "./captured";
import type { EmailProvider } from "./mail";
import { resendProvider } from "./resend";
import { smtpProvider } from "./smtp";

let cache: EmailProvider | undefined;

/** The provider that the environment configures: Resend, else an SMTP server, else the captured outbox. */
export function emailProvider(): EmailProvider {
  cache ??= choose();
  return cache;
}

function choose(): EmailProvider {
  const { MAIL_FROM: from, RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl, SMTP_URL: url } = env;
  if (apiKey) return resendProvider({ apiKey, baseUrl, from });
  if (url) return smtpProvider({ url, from, hostname: new URL(env.APP_URL).hostname });
  return capturingProvider(from);
}

/** True if emails leave this installation; false if they go to the captured outbox. */
export const sendsRealEmail = () => Boolean(env.RESEND_API_KEY ?? env.SMTP_URL);
