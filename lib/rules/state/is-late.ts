import type { SnitchState, Status } from "./snitch-state";

type Deadline = Pick<SnitchState, "status" | "deadline">;

/**
 * Whether the deadline has passed and the miss is not decided yet, because a check-in that was sent in time may still
 * arrive. A missing snitch is not late: its recipients are alerted already.
 */
export const isLate = ({ status, deadline }: Deadline, now: Date) =>
  status !== "failed" && deadline !== null && deadline <= now;

/** The status that people see. A late snitch is not healthy for them; an error stays the worse news. */
export const shownStatus = (snitch: Deadline, now: Date): Status | "late" =>
  snitch.status === "healthy" && isLate(snitch, now) ? "late" : snitch.status;
