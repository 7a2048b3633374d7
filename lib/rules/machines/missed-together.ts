/** A job that replaces its source: all networks, or one machine. */
export type ExpectedJob = {
  /** Whether it has reported from there as regularly as it should. */
  isReliable: boolean;
  /** When a report was expected that did not come. */
  expectedAt: Date;
};

/**
 * The reliable jobs among those that are not reporting which were all expected to report after their source was last heard. If they are
 * fewer than this, their silence says nothing of the source, and the list is empty.
 */
export function missedTogether<Job extends ExpectedJob>(
  overdue: Job[],
  lastHeardAt: Date,
  minJobs: number,
): Job[] {
  const together = overdue.filter(({ isReliable, expectedAt }) => isReliable && lastHeardAt <= expectedAt);
  return together.length >= minJobs ? together : [];
}
