/** Processes make ids by their own clocks, which differ. */
const CLOCK_ALLOWANCE = "5 seconds";

/**
 * An SQL expression: before this time, no event can appear anymore. An id contains the time at which it was made; a transaction that
 * still writes may commit events with ids that are older than some that can be read already.
 */
export const SETTLED_BEFORE = `(SELECT coalesce(min(xact_start) FILTER (WHERE backend_xid IS NOT NULL), now()) - interval '${CLOCK_ALLOWANCE}'
  FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid())`;

/** An SQL expression: the time in a uuid of version 7. */
export const timeOfId = (column: string) =>
  `to_timestamp(('x' || translate(left(${column}::text, 13), '-', ''))::bit(48)::bigint / 1000.0)`;
