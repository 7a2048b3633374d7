import type { Report } from "@/lib/rules/reports/report";
import type { Run } from "@/lib/rules/runs/run";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertCause } from "./alert-cause";
import type { AlertType, PauseUntil } from "./snitch-state";

/** Everything that changes a snitch, except the passing of time, which `applyTime` applies. */
export type SnitchEvent =
  | ({ kind: "checked_in"; at: Date } & Report & OfRun)
  | ({ kind: "reported_error"; at: Date; cause?: AlertCause } & Report & OfRun)
  /** A run has begun. `abandons`: an earlier run without a name had not ended. */
  | { kind: "started"; at: Date; abandons: boolean }
  /**
   * `isAutomatic`: Tattle paused the snitch, so its recipients get an email as well. `evenPending`: also if its job has never
   * reported, which the specification refuses and other protocols allow.
   */
  | {
      kind: "paused";
      at: Date;
      until: PauseUntil;
      endsAt: Date | null;
      isAutomatic?: boolean;
      evenPending?: boolean;
    }
  | { kind: "unpaused"; at: Date }
  | { kind: "rescheduled"; at: Date; terms: ScheduleTerms; alertType: AlertType };

/** The run that a report is about, and the instant for which it counts, if that is not its own: when the run began. */
type OfRun = { run?: Run | null; matchAt?: Date };

/** An event of one kind. */
export type EventOf<Kind extends SnitchEvent["kind"]> = Extract<SnitchEvent, { kind: Kind }>;
