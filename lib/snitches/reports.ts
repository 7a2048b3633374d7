/** The condition for check-ins that report whether the job ran: all but starts that are not expected, logs, and ignored requests. */
export const IS_REPORT = "accepted AND kind NOT IN ('start', 'log', 'ignored')";

/** The condition for check-ins that show that the job ran or runs: reports and starts. */
export const IS_SIGNAL = "accepted AND kind NOT IN ('log', 'ignored')";

/** The condition for check-ins that report an error: an exit status, or a run that broke a rule of its snitch. */
export const IS_ERROR = "(exit_status NOT IN ('', '0') OR kind = 'violation')";

/** The part of a message that is read to show a line of it: the end of several lines, or this many characters of a single one. */
export const shortMessage = (column: string, maxCharacters: number) =>
  `CASE WHEN position(E'\\n' IN ${column}) > 0 THEN right(${column}, 1000) ELSE left(${column}, ${maxCharacters}) END`;
