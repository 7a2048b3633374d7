/** The database server that responded: when it started, and whether it was a standby after this database was created. */
export type ServerState = { startedAt: string; wasStandby: boolean };

/** The server that a process knows, and when its outage may have ended, in milliseconds of a monotonic clock. */
export type KnownServer = { startedAt: string; backAtMs: number };

/**
 * What a process knows after another response. A server with another start is a promoted standby, or was restarted: an outage
 * has just ended, even if a pooler in between hid it. A process that has just started does not know when a former standby was
 * promoted, so it counts from its first look.
 */
export function afterResponse(
  before: KnownServer | null,
  { startedAt, wasStandby }: ServerState,
  nowMs: number,
): KnownServer {
  if (before?.startedAt === startedAt) return before;
  const isOutage = before !== null || wasStandby;
  return { startedAt, backAtMs: isOutage ? nowMs : Number.NEGATIVE_INFINITY };
}
