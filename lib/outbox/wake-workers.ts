import { query } from "@/lib/platform/db";
import { openOutageLog } from "@/lib/platform/log-outage";
import { queues } from "@/lib/platform/queue";
import type { NewRows } from "./new-rows";
import { wakeTimers } from "./wake-timers";

// BullMQ only wakes workers. What must be sent is in the outbox rows in Postgres, which workers also poll.

/** One transaction adds at most this many wake-ups of each kind. The poller finds the other rows. */
const MAX_WAKE_UPS = 500;

const outage = openOutageLog({
  failing: "wake-ups are lost: workers find the rows by polling",
  working: "wake-ups arrive again",
});

/**
 * Wakes workers for rows that were just committed. Never fails and is never awaited: `listDue` finds the rows whose
 * wake-up is lost.
 */
export function wakeWorkersLater({ emails, deliveries }: NewRows): void {
  const first = (ids: string[]) => ids.slice(0, MAX_WAKE_UPS);
  if (emails.length + deliveries.length === 0) return;
  if (Math.max(emails.length, deliveries.length) > MAX_WAKE_UPS) pollSoon();
  Promise.all([queues().wake("emails", first(emails)), queues().wake("deliveries", first(deliveries))]).then(
    outage.worked,
    (error: Error) => {
      outage.failed({ error: error.message });
      pollSoon();
    },
  );
}

/** Has workers look into Postgres for rows. They also do so by themselves, a little later. */
const pollSoon = () => void wakeTimers(query, "outbox").catch(() => {});
