import type { AlertKind } from "@/lib/rules/alert-draft";
import type { ScheduleColumns } from "@/lib/rules/schedule/schedule-terms";
import type { Status } from "@/lib/rules/snitch-state";

/** The data of an alert e-mail. */
export type AlertDetails = {
  alert: {
    kind: AlertKind;
    /** The status before. */
    from: Status;
    at: Date;
    exitStatus: string;
    message: string;
    lastCheckedInAt: Date | null;
    silentSince: Date | null;
  };
  // Without the deadline: a retry must send the same content, and the deadline changes.
  snitch: ScheduleColumns & { name: string; notes: string };
  caseName: string;
  snitchUrl: string;
};
