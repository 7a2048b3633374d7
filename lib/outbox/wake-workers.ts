import { query } from "@/lib/platform/db";
import { openOutageLog } from "@/lib/platform/log-outage";
import { queues } from "@/lib/platform/queue";
import { wakeTimers } from "./wake-timers";

/** The ids of outbox rows that a transaction inserted. After its commit, pass them to `wakeWorkersLater`. */
export type NewRows = { emails: string[]; deliveries: string[] };

export const NO_NEW_ROWS: NewRows = { emails: [], deliveries: [] };

/** Rows of several steps of a transaction, as one. */
export const mergeRows = (...all: NewRows[]): NewRows => ({
  emails: all.flatMap(({ emails }) => emails),
  deliveries: all.flatMap(({ deliveries }) => deliveries),
});

// BullMQ only wakes workers. What must be sent is in the outbox rows in Postgres, which workers also poll.

/** For more rows of a kind than this, workers poll instead: one query is cheaper than a job per row. */
const MAX_WAKE_UPS = 50;

const outage = openOutageLog({
  failing: "wake-ups are failing: workers find the rows by polling",
  working: "wake-ups work again",
});

/**
 * Wakes workers for rows that were just committed. Never fails and is never awaited: `listDue` finds the rows whose
 * wake-up is lost.
 */
export function wakeWorkersLater({ emails, deliveries }: NewRows): void {
  if (emails.length + deliveries.length === 0) return;
  if (Math.max(emails.length, deliveries.length) > MAX_WAKE_UPS) {
    pollSoon();
    return;
  }
  Promise.all([queues().wake("emails", emails), queues().wake("deliveries", deliveries)]).then(
    outage.worked,
    (error: Error) => {
      outage.failed({ error: error.message });
      pollSoon();
    },
  );
}

/** Has workers look into Postgres for rows. They also do so by themselves, a little later. */
const pollSoon = () => void wakeTimers(query, "outbox").catch(() => {});
