/** What a job sent with its check-in. */
export type Report = { exitStatus: string; message: string };

export const NO_REPORT: Report = { exitStatus: "", message: "" };

/** How many bytes of a request body are read. The rest is discarded, and the check-in still counts. */
export const MAX_BODY_BYTES = 64 * 1024;

const MAX_EXIT_STATUS_CHARACTERS = 64;

/** Cuts a text, removes NUL and replaces unpaired surrogates: Postgres can store neither. */
export const truncate = (text: string, maxCharacters: number) =>
  text.slice(0, maxCharacters).replaceAll("\0", "").toWellFormed();

const ZERO = /^[+-]?0+(\.0+)?$/;

/** An exit status as it is stored: every way to write zero as a decimal number is “0”, as queries of the history expect. */
export function normalizeExitStatus(text: string): string {
  const exitStatus = text.replaceAll("\0", "").trim();
  return ZERO.test(exitStatus) ? "0" : truncate(exitStatus, MAX_EXIT_STATUS_CHARACTERS);
}

/** An absent, empty or zero exit status is healthy. Anything else, numeric or not, is an error report. */
export const isHealthy = ({ exitStatus }: Pick<Report, "exitStatus">) =>
  exitStatus === "" || exitStatus === "0";
