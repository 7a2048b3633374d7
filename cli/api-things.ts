import { type Checked, isList, isNumber, isObject, isOptional, isText, isTime } from "./parse-response";

/** What the API says about a run, as far as it is shown. */
const RUN = {
  id: isText,
  outcome: isText,
  exit_status: isText,
  host: isText,
  started_at: isOptional(isTime),
  ended_at: isOptional(isTime),
  duration_ms: isOptional(isNumber),
  reported_ms: isOptional(isNumber),
};
export const isRun = isObject(RUN);

export type Run = Checked<typeof isRun>;

export const isRunWithOutput = isObject({ ...RUN, output: isOptional(isText) });

export type RunWithOutput = Checked<typeof isRunWithOutput>;

/** What the API says about a snitch, as far as it is shown. */
export const isSnitch = isObject({
  token: isText,
  name: isText,
  status: isText,
  tags: isList(isText),
  checked_in_at: isOptional(isTime),
  check_in_url: isText,
  notes: isOptional(isText),
  slug: isOptional(isText),
  interval: isOptional(isText),
  schedule: isOptional(isText),
  timezone: isOptional(isText),
  grace: isOptional(isNumber),
  next_expected_at: isOptional(isTime),
  max_runtime: isOptional(isNumber),
  min_runtime: isOptional(isNumber),
  checks: isOptional(isList(isText)),
  alert_email: isOptional(isList(isText)),
  depends_on: isOptional(isList(isText)),
  last_run: isOptional(isRun),
});

export type Snitch = Checked<typeof isSnitch>;

/** What the API says about an incident, as far as it is shown. Servers from before say less. */
export const isIncident = isObject({
  id: isText,
  snitch: isText,
  cause: isText,
  severity: isText,
  opened_at: isTime,
  acknowledged_at: isOptional(isTime),
  snoozed_until: isOptional(isTime),
  name: isOptional(isText),
  url: isOptional(isText),
  exit_status: isOptional(isText),
  message: isOptional(isText),
  host: isOptional(isText),
  last_report_at: isOptional(isTime),
});

export type Incident = Checked<typeof isIncident>;
