import { describeMachineMessage } from "@/lib/rules/machines/message-words";
import { oneLine, type WriteTime } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

/** The email about a machine that is silent, or reports again. No name of a job is in its subject. */
export function machineContent(
  event: "machine_silent" | "machine_heard",
  { caseName, url, at, count, jobs, ...silence }: TransactionalFacts<"machine_silent">,
  writeTime: WriteTime,
): MailContent {
  const words = describeMachineMessage(event, { ...silence, jobs: count }, jobs, at);
  const isSilent = event === "machine_silent";
  return {
    subject: words.title,
    about: oneLine(caseName),
    badge: isSilent
      ? { tone: "failed", mark: "▲", label: "Not reporting" }
      : { tone: "healthy", mark: "●", label: "Recovered" },
    title: words.title,
    lead: words.reason,
    facts: [{ label: "Last report", value: writeTime(silence.lastHeardAt) }],
    ...(words.jobs !== "" && { quotes: [{ label: "Missing", body: words.jobs, as: "prose" as const }] }),
    button: { label: "Open Machines", url },
    closing: {
      words: isSilent
        ? "You don’t get separate alerts for its jobs while the machine is not reporting."
        : "You get a separate alert for each job that misses its next deadline, too.",
    },
  };
}
