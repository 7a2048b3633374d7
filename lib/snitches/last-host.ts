/** SQL: the machine of the latest run of a snitch of `snitches`; null without a run. */
export const LAST_HOST =
  "(SELECT host FROM runs WHERE snitch_id = snitches.id AND at = last_run_at AND id = last_run_id)";
