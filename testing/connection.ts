/** The `msSinceConnectionLost` of a process that has never lost its connection to the database. */
export const NEVER_LOST_MS = Number.POSITIVE_INFINITY;
