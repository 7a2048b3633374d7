import { log } from "@/lib/platform/log";
import { queues } from "@/lib/platform/queue";
import type { Owed } from "./pending";

/** How many rows of one transaction are rung for at once: the queue need not hold what its workers cannot take yet. */
const MOST_AT_ONCE = 500;

/**
 * Rings the bell for rows that were just committed. Never fails and is never waited for: rows beyond a few hundred, and
 * those whose bell is lost, are found by `listDue`.
 */
export function ringLater({ notices, deliveries }: Owed): void {
  const first = (ids: string[]) => ids.slice(0, MOST_AT_ONCE);
  Promise.all([
    queues().ring("notices", first(notices)),
    queues().ring("deliveries", first(deliveries)),
  ]).catch((fault: Error) =>
    log.warn({ fault: fault.message }, "the bell was lost; the worker will look by itself"),
  );
}
