import type { Report } from "./report";
import type { ScheduleTerms } from "./schedule/schedule-terms";
import type { AlertType, PauseUntil } from "./snitch-state";

/** Everything that changes a snitch, except the passing of time, which `applyTime` applies. */
export type SnitchEvent =
  | ({ kind: "checked_in"; at: Date } & Report)
  | ({ kind: "reported_error"; at: Date } & Report)
  /** `isAutomatic`: Tattle paused the snitch, so its recipients get an e-mail as well. */
  | { kind: "paused"; at: Date; until: PauseUntil; endsAt: Date | null; isAutomatic?: boolean }
  | { kind: "unpaused"; at: Date }
  | { kind: "rescheduled"; at: Date; terms: ScheduleTerms; alertType: AlertType };

/** An event of one kind. */
export type EventOf<Kind extends SnitchEvent["kind"]> = Extract<SnitchEvent, { kind: Kind }>;
