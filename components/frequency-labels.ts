import type { EmailFrequency } from "@/lib/rules/notifications/email-frequency";

/** Which alerts of a snitch that stays missing are emailed. */
export const FREQUENCY_LABELS: Record<EmailFrequency, string> = {
  every: "Every missed period",
  hourly: "The first, then one an hour",
  daily: "The first, then one a day",
  first: "Only the first, until it recovers",
};
