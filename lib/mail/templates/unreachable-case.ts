import { oneLine } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

/** Says to owners that no one would be alerted. */
export const unreachableCaseContent = ({
  caseName,
  sentences,
  url,
}: TransactionalFacts<"dead_end">): MailContent => ({
  subject: "▲ No one would be alerted",
  about: oneLine(caseName),
  badge: { tone: "failed", mark: "▲", label: "No notification path works" },
  title: "No one would be alerted",
  lead: "Tattle is still monitoring its jobs, but can’t notify anyone: none of this case’s notification paths works right now.",
  quotes: [{ label: "Why", body: sentences.map(oneLine).join("\n"), as: "prose" }],
  button: { label: "Open Case", url },
  closing: { words: "This is the only email about this. The case’s pages show what to do." },
});
