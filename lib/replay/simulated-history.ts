import type { StoredIncident } from "@/lib/incidents/store";
import type { SnitchTransition } from "@/lib/monitoring/apply-transitions";
import type { Hold } from "@/lib/rules/incidents/incident";
import type { Settings } from "@/lib/rules/incidents/settings";
import type { ApplyContext, ReportedSnitch } from "@/lib/rules/reports/reported-snitch";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import type { Status } from "@/lib/rules/state/snitch-state";
import type { History } from "./history";

/** An alert of a replay. */
export type ReplayedAlert = {
  kind: AlertKind;
  from: Status;
  to: Status;
  /** When it happened, not when it was noticed. */
  at: Date;
  cause: AlertCause | null;
  /** Whether people would have been notified; `notifiedAt`: when, null if never. */
  isNotified: boolean;
  notifiedAt: Date | null;
  /** Why the notification had to wait; null if it did not. */
  hold: Hold | null;
  isExcused: boolean;
  isReminder: boolean;
  incidentId: string | null;
};

/** Until when check-ins with this exit status change nothing but the time of the last one. */
export type Routine = { untilMs: number; exitStatus: string };

/** A snitch in the middle of its history. */
export type SimulatedHistory = {
  history: History;
  /** Those that are in force. */
  settings: Settings;
  /** The latest instant at which something happened or was due. */
  now: Date;
  /** Called after each change. */
  see: (simulated: SimulatedHistory) => void;
  state: ReportedSnitch & SnitchTransition;
  context: ApplyContext;
  /** The open one; null if there is none. */
  incident: StoredIncident | null;
  /** Null while each check-in counts. */
  routine: Routine | null;
  /** Whether people had been notified of the incident that a pause ended last. */
  wasPausedOneNotified: boolean;
  alerts: ReplayedAlert[];
  /** The run or the incident of each of these alerts, by its moment: see `spread`. */
  moments: Map<string, string | null>;
};
