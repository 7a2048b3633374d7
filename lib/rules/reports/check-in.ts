import type { Signal } from "../runs/signal";
import type { FilteredText } from "./filters";
import type { RateDecision } from "./rate-limit";
import type { Report } from "./report";

/** The end of what a run printed, compressed. It can be written as JSON. */
export type CompressedOutput = {
  /** How many bytes the run printed, and how many of them are kept. */
  bytes: number;
  keptBytes: number;
  /** The kept bytes, compressed with raw deflate, as base64. */
  data: string;
};

/** A request to a check-in URL. Its id becomes the id of its row, so that recording it twice has no effect. */
export type CheckIn = Report & {
  id: string;
  /** What its URL ended with: the token of its snitch, or the key that replaced it. */
  token: string;
  /** The key of the URL that it was sent to, if that was replaced since. */
  formerKey?: string;
  /** When it happened: when it was received, unless `receivedAt` is set. */
  at: Date;
  /** When it was received, if its sender said that it had happened before. */
  receivedAt?: Date;
  /** Empty for a check-in by hand. */
  method: string;
  address: string;
  userAgent: string;
  /**
   * Set if the sender repeats a request that it got no response to, with the same id, perhaps days later: then it is recorded
   * once. Absent if each request has an id of its own.
   */
  mayRepeat?: true;
  /** What it says about a run; absent for a plain check-in. */
  signal?: Signal;
  /** What the job printed; absent if it sent nothing. It is kept if the check-in belongs to a run. */
  output?: CompressedOutput;
  /** The id of the row of what it printed, which is made when it is recorded: outputs are indexed in order of their ids. */
  outputId?: string;
  /** What keywords of its snitch are looked for in; by default the message, unless the check-in says itself what it means. */
  filtered?: FilteredText;
};

/** What a check-in says, as the enum in the database. */
export type CheckInKind = "finish" | "violation" | "start" | "expected_start" | "log" | "ignored";

/** A row of the history. A row that is not `accepted` was refused by the rate limit: it is only shown and has no effect. */
export type CheckInRow = {
  checkIn: CheckIn;
  snitchId: string;
  accepted: boolean;
  kind?: CheckInKind;
  /** The run that it is part of; null or absent if it is part of none. */
  runId?: string | null;
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
