import type { NoteState } from "./incident";

export const NOTE_STATE_LABELS: Record<NoteState, string> = {
  investigating: "Investigating",
  identified: "Identified",
  monitoring: "Monitoring",
  resolved: "Resolved",
};

/** The states of notices on status pages: those of notes, and those of planned work. */
export const NOTICE_STATE_LABELS: Record<string, string> = {
  ...NOTE_STATE_LABELS,
  scheduled: "Scheduled",
  in_progress: "In progress",
  completed: "Completed",
};
