import { describeMachineMessage } from "@/lib/rules/machines/describe-message";
import { oneLine, type WriteTime } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

/** The email about a machine that is not reporting, or reports again. No name of a job is in its subject. */
export function machineContent(
  event: "machine_silent" | "machine_heard",
  { caseName, url, at, count, jobs, ...machine }: TransactionalFacts<"machine_silent">,
  writeTime: WriteTime,
): MailContent {
  const text = describeMachineMessage(event, { ...machine, jobs: count }, jobs, at);
  const isUnreachable = event === "machine_silent";
  return {
    subject: text.title,
    about: oneLine(caseName),
    badge: isUnreachable
      ? { tone: "failed", mark: "▲", label: "Not reporting" }
      : { tone: "healthy", mark: "●", label: "Recovered" },
    title: text.title,
    lead: text.reason,
    facts: [{ label: "Last report", value: writeTime(machine.lastHeardAt) }],
    ...(text.jobs !== "" && { quotes: [{ label: "Missing", body: text.jobs, as: "prose" as const }] }),
    button: { label: "Open Machines", url },
    closing: {
      words: isUnreachable
        ? "You don’t get separate alerts for its jobs while the machine is not reporting."
        : "You get a separate alert for each job that misses its next deadline, too.",
    },
  };
}
