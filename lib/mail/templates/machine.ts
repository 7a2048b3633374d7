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
  const text = describeMachineMessage(event, { ...machine, jobs: count }, jobs, at, writeTime);
  const isUnreachable = event === "machine_silent";
  const look = isUnreachable
    ? ({ tone: "failed", mark: "▲" } as const)
    : ({ tone: "healthy", mark: "●" } as const);
  return {
    subject: `${look.mark} ${text.title}`,
    about: oneLine(caseName),
    badge: { ...look, label: "Machine" },
    title: text.title,
    lead: text.reason,
    ...(text.jobs !== "" && { quotes: [{ label: "Missing", body: text.jobs, as: "prose" as const }] }),
    button: { label: "Open Machines", url },
    closing: {
      words: isUnreachable
        ? "You don’t get separate alerts for its jobs while the machine is not reporting."
        : "This is the only email about this.",
    },
  };
}
