import type { AlertKind } from "@/lib/rules/alert-draft";
import type { Status } from "@/lib/rules/snitch-state";

/** Everything that an alert e-mail says. */
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
  // Not its deadline: a mail that is sent again has to be the same, and the deadline moves.
  snitch: { name: string; notes: string; interval: string };
  caseName: string;
  alsoTold: string[];
  snitchUrl: string;
};
