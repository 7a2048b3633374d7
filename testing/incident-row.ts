import type { IncidentCause, IncidentRow } from "@/lib/incidents/list-rows";

const OPENED = new Date("2026-03-10T04:00Z");

export const NO_REPORT: IncidentCause = {
  exitStatus: "",
  message: "",
  run: null,
  missed: null,
  lastCheckedInAt: null,
  host: "",
  beforeMiss: null,
};

/** An open incident of an error, as the list has it. */
export const anIncidentRow = (id: string, facts: Partial<IncidentRow>): IncidentRow => ({
  id,
  snitch: { id, token: id, name: id, status: "errored", alertAfter: 1, recoverAfter: 1 },
  heldBy: null,
  machine: null,
  cause: "error",
  severity: "critical",
  openedAt: OPENED,
  notifiedAt: OPENED,
  closedAt: null,
  closedBy: null,
  disprovedAt: null,
  badCount: 1,
  goodCount: 0,
  acknowledgedAt: null,
  acknowledgedBy: null,
  acknowledgedVia: null,
  ackAskedAt: null,
  assignedTo: null,
  snoozedUntil: null,
  hold: null,
  heldUntil: null,
  tags: [],
  reported: NO_REPORT,
  ...facts,
});
