import { env } from "@/lib/platform/env";

/** How email leaves this installation, without secrets. */
export type MailSettings = {
  provider: "resend" | "smtp" | "none";
  /** The host of the mail server, and its port if one is set. */
  server: string | null;
  from: string;
  /** Whether the sender is still the default, whose domain mail servers refuse. */
  isFromUnset: boolean;
  /** Whether Resend may say which emails bounced. False with any other provider. */
  takesEvents: boolean;
};

type MailEnv = Pick<
  typeof env,
  "MAIL_FROM" | "RESEND_API_KEY" | "RESEND_BASE_URL" | "RESEND_WEBHOOK_SECRET" | "SMTP_URL"
>;

/** The settings in use, as the operator may see them. */
export function mailSettings(settings: MailEnv = env): MailSettings {
  const { MAIL_FROM: from, RESEND_API_KEY: apiKey, RESEND_BASE_URL: baseUrl, SMTP_URL: url } = settings;
  const isFromUnset = /@localhost>?$/.test(from.trim());
  const takesEvents = Boolean(apiKey && settings.RESEND_WEBHOOK_SECRET);
  if (apiKey) return { provider: "resend", server: new URL(baseUrl).host, from, isFromUnset, takesEvents };
  // The host of a URL leaves out user and password.
  if (url) return { provider: "smtp", server: new URL(url).host, from, isFromUnset, takesEvents };
  return { provider: "none", server: null, from, isFromUnset, takesEvents };
}
