/** The unreachable machine of an alert, and who knows of it. Targets are known by `buildTargetKey`. */
export type AlertMachine = {
  id: string;
  isOpen: boolean;
  isAcknowledged: boolean;
  /** Whether the report that ends the incident of the alert came from the machine. */
  isHeard: boolean;
  /** When the alert before of the same incident was saved, of which people were notified; null if it is the first. */
  previousAt: Date | null;
  /** When each target was last notified of the machine. */
  notifiedAt: ReadonlyMap<string, Date>;
  /** The targets that were notified of the incident of the alert on its own. */
  notifiedAlone: ReadonlySet<string>;
};

/** How someone who is notified of an alert hears of it: on its own, in a message about its machine, or not again. */
export type Grouping = "alone" | "machine" | "known";

/**
 * How a target that would be notified of an alert now hears of it. `joined`: the machines and targets with a message in this
 * transaction; a new one is added. A further period that a job misses is news once: after it, the machine’s message replaces
 * the other jobs until one of them has missed again. The end of the machine’s silence is the end for those who know of it alone.
 */
export function groupAlert(
  isEnd: boolean,
  machine: AlertMachine,
  target: string,
  joined: Set<string>,
): Grouping {
  const { id, isOpen, isAcknowledged, isHeard, previousAt, notifiedAlone } = machine;
  const notifiedAt = machine.notifiedAt.get(target);
  if (isEnd) return notifiedAt && !notifiedAlone.has(target) && (isHeard || !isOpen) ? "known" : "alone";
  if (!isOpen) return "alone";
  if (isAcknowledged) return "known";
  const key = `${id} ${target}`;
  if (!joined.has(key) && notifiedAt && (previousAt === null || notifiedAt > previousAt)) return "known";
  joined.add(key);
  return "machine";
}
