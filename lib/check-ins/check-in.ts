import type { Report } from "@/lib/rules/report";
import type { RateDecision } from "./rate-limit";

/** A request to a check-in URL. Its id becomes the id of its row, so that recording it twice has no effect. */
export type CheckIn = Report & {
  id: string;
  token: string;
  at: Date;
  method: string;
  address: string;
  userAgent: string;
};

/** Only a `recorded` check-in counts. `lost` is an internal error, and the job can try again. */
export type CheckInResult =
  | { kind: "recorded"; decision: RateDecision }
  | { kind: "limited"; decision: RateDecision }
  | { kind: "unknown" }
  | { kind: "lost" };
