/** A planned time in which a job may be silent or fail: `startsAt` is in it, `endsAt` is not. */
export type MaintenanceWindow = { id: string; name: string; startsAt: Date; endsAt: Date };

/** One window, or the windows of a schedule, each of which lasts `duration` seconds. */
export type MaintenanceTimes =
  | { startsAt: Date; endsAt: Date; schedule: null }
  | { schedule: string; timezone: string; duration: number; endedEarlyAt: Date[] };

/** Planned maintenance. `endedEarlyAt`: when people ended a window of a schedule before its time. */
export type Maintenance = { id: string; name: string } & MaintenanceTimes;
