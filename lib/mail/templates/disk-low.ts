import { bytesInWords, freePercent } from "@/lib/rules/disk-space";
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
    lead: "When nothing is free, Postgres stops, if it is on this disk, and check-ins are refused. Delete what is not needed, or make the disk larger.",
    facts: [
      { label: "Machine", value: oneLine(host) },
      { label: "Folder", value: oneLine(path) },
      { label: "Free", value: `${bytesInWords(freeBytes)} of ${bytesInWords(sizeBytes)}` },
    ],
    button: { label: "Open Installation", url },
    closing: { words: "You get no further email until more than 12% is free, then less than 10% again." },
  };
}
