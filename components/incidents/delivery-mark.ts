import { formatNotification } from "@/components/notifications";
import type { SentNotification } from "@/lib/history/sent-notification";

/** How the notifications of an incident went, in a few words, and who was not reached, and why. */
export type DeliveryMark = { label: string; why?: string; hasFailed?: true };

const MAX_NAMED = 3;

/** Whether it was given up. An email in the outbox is not a failure: no mail server is set up. */
const hasFailed = ({ outcome }: SentNotification) => outcome === "gave_up" || outcome === "skipped";

/** One that is tried again after a failure. */
const isRetried = ({ outcome, attempts }: SentNotification) => outcome === "pending" && attempts.length > 0;

/** “Slack”, “Email and 2 more” */
function nameFirst([first, ...others]: SentNotification[]): string {
  const name = first?.how === "mail" ? "Email" : first?.to;
  return others.length > 0 ? `${name} and ${others.length} more` : `${name}`;
}

/** Null if all of them were delivered. `notifiedAt`: when people were notified first; null while no one was. */
export function deliveryMark(
  notifiedAt: Date | null,
  notifications: SentNotification[],
): DeliveryMark | null {
  const counted = notifications.filter(({ outcome }) => outcome !== "superseded");
  const total = counted.length;
  if (notifiedAt === null || total === 0) return { label: "no one alerted" };
  const failed = counted.filter(hasFailed);
  const retried = counted.filter(isRetried);
  const unsent = counted.filter(({ outcome }) => outcome === "captured");
  const list = [...failed, ...retried, ...unsent];
  const more = list.length > MAX_NAMED ? [`And ${list.length - MAX_NAMED} more`] : [];
  const why = [...list.slice(0, MAX_NAMED).map(formatNotification), ...more].join("\n");
  if (failed.length > 0) return { label: `${nameFirst(failed)} failed`, why, hasFailed: true };
  if (retried.length > 0) return { label: `${nameFirst(retried)} retrying`, why, hasFailed: true };
  if (unsent.length > 0) return { label: "no mail server", why };
  const waiting = counted.filter(({ outcome }) => outcome === "pending").length;
  return waiting > 0 ? { label: `${waiting} of ${total} queued` } : null;
}
