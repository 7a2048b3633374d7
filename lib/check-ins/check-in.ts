import type { FilteredText } from "@/lib/rules/reports/filters";
import type { RateDecision } from "@/lib/rules/reports/rate-limit";
import type { Report } from "@/lib/rules/reports/report";
import type { Signal } from "@/lib/rules/runs/signal";
import type { CompressedOutput } from "@/lib/runs/outputs/compress";

/** A request to a check-in URL. Its id becomes the id of its row, so that recording it twice has no effect. */
export type CheckIn = Report & {
  id: string;
  token: string;
  /** When it happened: when it was received, unless `receivedAt` is set. */
  at: Date;
  /** When it was received, if its sender said that it had happened before. */
  receivedAt?: Date;
  /** Empty for a check-in by hand. */
  method: string;
  address: string;
  userAgent: string;
  /**
   * Set if the sender repeats a request that it got no answer to, with the same id, perhaps days later: then it is recorded
   * once. Absent if each request has an id of its own.
   */
  mayRepeat?: true;
  /** What it says about a run; absent for a plain check-in. */
  signal?: Signal;
  /** What the job printed; absent if it sent nothing. It is kept if the check-in belongs to a run. */
  output?: CompressedOutput;
  /** What keywords of its snitch are looked for in; by default the message, unless the check-in says itself what it means. */
  filtered?: FilteredText;
};

/** When a check-in was received. */
export const receivedAt = ({ at, receivedAt = at }: Pick<CheckIn, "at" | "receivedAt">): Date => receivedAt;

/**
 * Only a `recorded` check-in counts. `refused`: sending it again does not help; `sentence` says why. `lost` is an internal error, and
 * the job can try again.
 */
export type CheckInResult =
  | { kind: "recorded"; decision: RateDecision }
  | { kind: "limited"; decision: RateDecision }
  | { kind: "unknown" }
  | { kind: "refused"; status: 400 | 403 | 409; sentence: string }
  | { kind: "lost" };
