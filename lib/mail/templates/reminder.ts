import { oneLine, plainText, timesIn, truncate } from "@/lib/rules/messages/format";
import { formatSchedule } from "@/lib/rules/schedule/format-schedule";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { MailContent } from "./content";

export type ReminderDetails = {
  kind: "pending_reminder" | "paused_reminder";
  snitch: { name: string; notes: string };
  terms: ScheduleTerms;
  /** When it was added, or paused. */
  since: Date;
  caseName: string;
  /** The zone of its times. */
  zone: string;
  caseUrl: string;
  /** Null for a reader outside the case, who must not know it: with it, or the token in it, anyone can check in. */
  urls: { snitch: string; checkIn: string | null } | null;
};

const MAX_SUBJECT_CHARACTERS = 80;

/** The email about a snitch that has never checked in, or is still paused. */
export function buildReminderContent({
  kind,
  snitch,
  terms,
  since,
  caseName,
  zone,
  caseUrl,
  urls,
}: ReminderDetails): MailContent {
  const title = oneLine(snitch.name);
  const isPending = kind === "pending_reminder";
  const badge: MailContent["badge"] & object = isPending
    ? { tone: "paused", mark: "○", label: "Still waiting" }
    : { tone: "paused", mark: "‖", label: "Still paused" };
  return {
    subject: `${badge.mark} ${badge.label}: ${truncate(title, MAX_SUBJECT_CHARACTERS)}`,
    about: oneLine(caseName),
    badge,
    title,
    lead: isPending
      ? "It has not checked in since it was added three days ago. Until it does, no alerts are sent if its job does not run."
      : "It has been paused for three days. While it is paused, no alerts are sent if its job does not run.",
    facts: [
      { label: isPending ? "Added" : "Paused", value: timesIn(zone)(since) },
      { label: "Expected", value: formatSchedule(terms) },
      ...(urls?.checkIn ? [{ label: "Check-in URL", value: urls.checkIn }] : []),
    ],
    quotes: snitch.notes ? [{ label: "Notes", body: plainText(snitch.notes), as: "prose" }] : [],
    button: urls
      ? { label: isPending ? "See How to Check In" : "Open Snitch", url: urls.snitch }
      : { label: "Open Case", url: caseUrl },
    closing: urls
      ? {
          words: "This is the only reminder. If you no longer need this snitch,",
          link: { label: "remove it", url: `${urls.snitch}/settings` },
        }
      : { words: "This is the only reminder." },
  };
}
