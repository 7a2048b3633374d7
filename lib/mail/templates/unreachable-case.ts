import { oneLine } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

/** Says to owners that nobody would be alerted. */
export const unreachableCaseContent = ({
  caseName,
  sentences,
  url,
}: TransactionalFacts<"dead_end">): MailContent => ({
  subject: "▲ Nobody would be alerted",
  about: oneLine(caseName),
  badge: { tone: "failed", mark: "▲", label: "No notification path works" },
  title: "Nobody would be alerted",
  lead: "Tattle still monitors its jobs, but it cannot notify anybody: no notification path of this case works at the moment.",
  quotes: [{ label: "Why", body: sentences.map(oneLine).join("\n"), as: "prose" }],
  button: { label: "Open Case", url },
  closing: { words: "This is the only email about this. Every page of the case says what to do." },
});
