import { ASK_MINUTES } from "@/lib/rules/incidents/acknowledgement";
import { oneLine, truncate, type WriteTime } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_SUBJECT_CHARACTERS = 80;

/** Asks the person who took an incident, or the owners, whether someone still handles it. */
export const acknowledgementAskedContent = (
  {
    caseName,
    title,
    acknowledgedBy,
    acknowledgedAt,
    endsAt,
    url,
  }: TransactionalFacts<"acknowledgement_asked">,
  writeTime: WriteTime,
): MailContent => ({
  subject: `Still on it? ${truncate(oneLine(title), MAX_SUBJECT_CHARACTERS)}`,
  about: oneLine(caseName),
  title: oneLine(title),
  lead: `It is still open. If no one acknowledges it again within ${ASK_MINUTES} minutes, reminders and escalation resume.`,
  facts: [
    { label: "Acknowledged by", value: oneLine(acknowledgedBy) || "Unknown" },
    { label: "Acknowledged", value: writeTime(acknowledgedAt) },
    { label: "Expires", value: writeTime(endsAt) },
  ],
  button: { label: "Still on It…", url },
  closing: {
    words:
      "You received this because acknowledgements expire in this case, and you acknowledged this incident or own the case.",
  },
});
