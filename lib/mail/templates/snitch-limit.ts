import { formatCount } from "@/lib/rules/format-count";
import { oneLine, truncate } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

const MAX_SUBJECT_CHARACTERS = 60;

/** Says to owners that the check-ins of a key have added all the snitches that they may. */
export function snitchLimitContent({
  caseName,
  key,
  limit,
  url,
}: TransactionalFacts<"snitch_limit_reached">): MailContent {
  const what =
    key === null ? "The Sentry DSN" : `The key “${truncate(oneLine(key), MAX_SUBJECT_CHARACTERS)}”`;
  const count = formatCount(limit, "snitch", "snitches");
  return {
    subject: `▲ ${what} can’t add more snitches`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "Limit reached" },
    title: `${what} has added ${count}`,
    lead: "That is its limit. Check-ins for these snitches still count, but check-ins from jobs with new names are rejected, so those jobs are not monitored.",
    facts: [],
    button: { label: "Open API Keys", url },
    closing: {
      words:
        "If these jobs are yours, raise or remove the limit there. If not, someone else may have the key. Revoke it. This is the only email about this.",
    },
  };
}
