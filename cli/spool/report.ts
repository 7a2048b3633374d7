import type { Moment } from "../moment";
import type { SnitchReference } from "../server";

/** What a check-in URL is requested with: the signal after it, and the parameters in its query. */
export type Report = {
  /** The address of the pages of its server; null if none was set, or if a check-in URL needs none. */
  server: string | null;
  snitch: SnitchReference;
  /** `start`, `log`, or the exit status. */
  signal: string;
  parameters: Record<string, string>;
  at: Moment;
};

/** A report in the spool. Its file is named for the time, so that the oldest is the first by name. */
export type SpooledReport = { file: string; report: Report; output: Buffer };
