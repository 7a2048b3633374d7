import { oneLine, truncate, type WriteTime } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_NAME_CHARACTERS = 80;

/** Asks the reader to confirm that the emails of a case arrive. */
export const drillContent = (
  { caseName, startedBy, startedAt, url }: TransactionalFacts<"drill">,
  writeTime: WriteTime,
): MailContent => ({
  subject: `Fire drill: can ${truncate(oneLine(caseName), MAX_NAME_CHARACTERS)} reach you?`,
  about: oneLine(caseName),
  title: "This is a fire drill",
  lead: "This is only a test. A real alert would be sent to you the same way. Confirm that you received it.",
  facts: [
    { label: "Started by", value: oneLine(startedBy) },
    { label: "Started", value: writeTime(startedAt) },
  ],
  button: { label: "Confirm", url },
  closing: { words: "Everyone in the case can see who confirmed. The link works for 30 days." },
});
