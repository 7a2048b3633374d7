import { formatBytes, freePercent } from "@/lib/rules/disk-space";
import { oneLine } from "@/lib/rules/messages/format";
import type { MailContent } from "./content";
import type { TransactionalFacts } from "./transactional-facts";

/** Says to the operator that the data folder of a worker is almost full. */
export function diskLowContent({
  host,
  path,
  freeBytes,
  sizeBytes,
  url,
}: TransactionalFacts<"disk_low">): MailContent {
  const percent = freePercent({ freeBytes, sizeBytes });
  return {
    subject: `▲ Disk almost full: ${percent}% free`,
    badge: { tone: "failed", mark: "▲", label: "Disk almost full" },
    title: `${percent}% of the disk is free`,
    lead: "If the disk fills up, check-ins are rejected, and Postgres stops if it uses this disk. Free up space or enlarge the disk.",
    facts: [
      { label: "Machine", value: oneLine(host) },
      { label: "Folder", value: oneLine(path) },
      { label: "Free", value: `${formatBytes(freeBytes)} of ${formatBytes(sizeBytes)}` },
    ],
    button: { label: "Open Installation", url },
    closing: {
      words: "You won’t get another email unless free space rises above 12% and drops below 10% again.",
    },
  };
}
