import { formatCount } from "../format-count";
import { formatSpan } from "../format-duration";
import { alertWord } from "../history/history-text";
import { SEVERITIES, type Severity } from "../incidents/incident";
import { oneLine, type WriteTime, writeUtc } from "../messages/format";
import type { Notification } from "../messages/notification";
import type { SummaryLine } from "./summarize-alerts";

/** “Import, since 2026-03-10 00:00 UTC” */
export const formatSince = ({ name, since }: SummaryLine, writeTime: WriteTime) =>
  `${oneLine(name)}, since ${writeTime(since)}`;

/** “Backup, missing since 2026-03-10 00:00 UTC, for 40 minutes” */
export const formatOver = ({ name, kind, since, endedAt }: SummaryLine, writeTime: WriteTime) =>
  `${oneLine(name)}, ${alertWord(kind, "failed").toLowerCase()} since ${writeTime(since)}, for ${formatSpan(since, endedAt ?? since)}`;

/** A longer list is cut: chats have little room. */
const MAX_LINES = 20;

/** Why alerts waited, by what a delivery stores of it. */
const LEADS = {
  hours: "These alerts were held for this channel’s hours.",
  quiet_hours: "These alerts were held until your quiet hours ended.",
};

export const isOpen = ({ kind, endedAt }: SummaryLine) =>
  endedAt === null && (kind === "missing" || kind === "errored");

/** What a message says that stands for several which waited, what is still wrong first. `openSeverities`: of the incidents still open. */
export function describeSummary(
  lines: SummaryLine[],
  { heldFor, openSeverities }: { heldFor: keyof typeof LEADS; openSeverities: Severity[] },
): Pick<Notification, "event" | "severity"> & { summary: NonNullable<Notification["summary"]> } {
  const open = lines.filter(isOpen);
  const resolved = lines.filter(({ kind, endedAt }) => endedAt !== null || kind === "reporting").length;
  const ordered = [...open, ...lines.filter((line) => !isOpen(line))];
  const more = ordered.length - MAX_LINES;
  const worst = SEVERITIES.findLast((severity) => openSeverities.includes(severity));
  return {
    event: open.length > 0 ? "missing" : "reporting",
    severity: worst ?? "info",
    summary: {
      title: `${formatCount(lines.length, "held alert")}${resolved > 0 ? `: ${resolved.toLocaleString("en")} resolved meanwhile` : ""}`,
      lead: LEADS[heldFor],
      lines: [
        ...ordered
          .slice(0, MAX_LINES)
          .map((line) =>
            line.endedAt === null
              ? { label: alertWord(line.kind, "failed"), value: formatSince(line, writeUtc) }
              : { label: "Resolved", value: formatOver(line, writeUtc) },
          ),
        ...(more > 0 ? [{ label: "And", value: `${more.toLocaleString("en")} more` }] : []),
      ],
    },
  };
}
