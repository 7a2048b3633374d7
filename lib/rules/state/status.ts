import type { SnitchEvent } from "./snitch-event";
import type { Status } from "./snitch-state";

type Trigger = SnitchEvent["kind"] | "missed" | "overran";

/** The specification's table of states, row by row. A missing cell leaves the status unchanged. */
const NEXT: Record<Status, Partial<Record<Trigger, Status>>> = {
  // Our choice; the specification does not say: a job whose first report is an error has errored.
  // Our choice; the specification knows no starts: a job that has started and never reports is missing.
  pending: { checked_in: "healthy", reported_error: "errored", missed: "failed", overran: "failed" },
  healthy: { reported_error: "errored", missed: "failed", overran: "failed", paused: "paused" },
  failed: {
    checked_in: "healthy",
    reported_error: "errored",
    missed: "failed",
    overran: "failed",
    paused: "paused",
  },
  // Our choice; the specification does not say: a job that errors and then stops reporting is missing.
  errored: { checked_in: "healthy", missed: "failed", overran: "failed", paused: "paused" },
  // What ends a pause depends on its `until`: see `checkInWhilePaused` and `unpause`.
  paused: {},
};

/** The status after a trigger. */
export const nextStatus = (status: Status, trigger: Trigger) => NEXT[status][trigger] ?? status;

/** Whether silence counts as a miss: a snitch has a deadline. A pending one has a deadline, too, from the first start of a run on. */
export const isMonitored = (status: Status) => status !== "pending" && status !== "paused";

/** Whether recipients were alerted about a problem that has not ended. */
export const isDown = (status: Status | null) => status === "failed" || status === "errored";
