/** For tests in which this process has never lost the database. */
export const NEVER_LOST_MS = Number.POSITIVE_INFINITY;
