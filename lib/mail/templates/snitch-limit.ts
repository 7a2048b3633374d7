import type { MailContent } from "./content";
import { oneLine, truncate } from "./format";
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
  const count = `${limit.toLocaleString("en")} ${limit === 1 ? "snitch" : "snitches"}`;
  return {
    subject: `▲ ${what} may add no more snitches`,
    about: oneLine(caseName),
    badge: { tone: "failed", mark: "▲", label: "Limit reached" },
    title: `${what} has added ${count}`,
    lead: "These are all that it may add. Check-ins of its snitches still count, but those of a job with a new name are refused, so that this job is not monitored.",
    facts: [],
    button: { label: "Open API Keys", url },
    closing: {
      words:
        "If these jobs are yours, allow more there, or remove the limit. If they are not, somebody else has the key: revoke it. There is no further e-mail about this.",
    },
  };
}
