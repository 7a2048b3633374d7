/** The condition for check-ins that report whether the job ran: all but starts that are not expected, logs, and ignored requests. */
export const IS_REPORT = "accepted AND kind NOT IN ('start', 'log', 'ignored')";

/** The condition for check-ins that report an error: an exit status, or a run that broke a rule of its snitch. */
export const IS_ERROR = "(exit_status NOT IN ('', '0') OR kind = 'violation')";
