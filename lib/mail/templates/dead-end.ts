import type { MailContent } from "./content";
import { oneLine } from "./format";
import type { TransactionalFacts } from "./transactional-facts";

/** Tells owners that nobody would be alerted. */
export const deadEndContent = ({
  caseName,
  sentences,
  url,
}: TransactionalFacts<"dead_end">): MailContent => ({
  subject: "▲ Nobody would be alerted",
  about: oneLine(caseName),
  badge: { tone: "failed", mark: "▲", label: "No way of alerting works" },
  title: "Nobody would be alerted",
  lead: "Tattle goes on monitoring, but no way of alerting the people of this case works at the moment.",
  quotes: [{ label: "Why", body: sentences.map(oneLine).join("\n"), as: "prose" }],
  button: { label: "Open Case", url },
  closing: { words: "There is no further e-mail about this. Every page of the case says what to do." },
});
