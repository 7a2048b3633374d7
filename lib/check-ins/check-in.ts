import type { Report } from "@/lib/rules/alert-draft";
import type { Allowance } from "./rate-limit";

/** A request to a check-in URL. Its id becomes that of its row: whatever is written twice stands once. */
export type CheckIn = Report & {
  id: string;
  token: string;
  at: Date;
  method: string;
  address: string;
  userAgent: string;
};

/** What became of a check-in. Only `recorded` ones count; a `lost` one is a fault of ours, and the job may try again. */
export type Recorded =
  | { kind: "recorded"; allowance: Allowance }
  | { kind: "limited"; allowance: Allowance }
  | { kind: "unknown" }
  | { kind: "lost" };
