import type { BulkChange } from "@/lib/monitoring/change-selected";
import { formatCount } from "@/lib/rules/format-count";

type Verb = BulkChange["verb"];

const DONE: Record<Verb, string> = {
  acknowledge: "Acknowledged",
  snooze: "Snoozed",
  pause: "Paused",
  unpause: "Unpaused",
  delete: "Deleted",
  add_tags: "Tagged",
  remove_tags: "Removed tags from",
  add_recipients: "Added recipients to",
  remove_recipients: "Removed recipients from",
  set_recipients: "Changed the recipients of",
  edit: "Changed",
};

/** “1 snitch”, “2,130 snitches” */
export const formatSnitches = (count: number) => formatCount(count, "snitch", "snitches");

/** What a change of many snitches did, and what was refused, for each reason. */
export function formatBulkResult(
  verb: Verb,
  count: number,
  refused: { reason: string; names: string[] }[],
): string {
  const notChanged = refused.map(
    ({ reason, names }) => ` ${names.length.toLocaleString("en")} not changed: ${reason}.`,
  );
  return `${DONE[verb]} ${formatSnitches(count)}.${notChanged.join("")}`;
}
