import { oneLine, truncate } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_SUBJECT_CHARACTERS = 80;

/** Says to a member that an incident is theirs now. */
export const incidentAssignedContent = ({
  caseName,
  title,
  assignedBy,
  url,
}: TransactionalFacts<"incident_assigned">): MailContent => ({
  subject: `Assigned to you: ${truncate(oneLine(title), MAX_SUBJECT_CHARACTERS)}`,
  about: oneLine(caseName),
  title: oneLine(title),
  lead: `${oneLine(assignedBy)} assigned this incident to you. This doesn’t acknowledge it: reminders continue until someone does.`,
  facts: [],
  button: { label: "Open Incident", url },
  closing: { words: "You receive this because you are a member of this case." },
});
