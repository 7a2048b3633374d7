import { type Is, isList, isNumber, isObject, isOptional, isText, isTime } from "./parse-response";

type Maybe<Value> = Value | null | undefined;

/** What the API says about a run, as far as it is shown. */
export type Run = {
  id: string;
  outcome: string;
  exit_status: string;
  host: string;
  started_at: Maybe<string>;
  ended_at: Maybe<string>;
  duration_ms: Maybe<number>;
  reported_ms: Maybe<number>;
};

export const isRun: Is<Run> = isObject({
  id: isText,
  outcome: isText,
  exit_status: isText,
  host: isText,
  started_at: isOptional(isTime),
  ended_at: isOptional(isTime),
  duration_ms: isOptional(isNumber),
  reported_ms: isOptional(isNumber),
});

export type RunWithOutput = Run & { output: Maybe<string> };

export const isRunWithOutput: Is<RunWithOutput> = (value): value is RunWithOutput =>
  isRun(value) && isObject({ output: isOptional(isText) })(value);

/** What the API says about a snitch, as far as it is shown. */
export type Snitch = {
  token: string;
  name: string;
  status: string;
  tags: string[];
  checked_in_at: Maybe<string>;
  check_in_url: string;
  notes: Maybe<string>;
  slug: Maybe<string>;
  interval: Maybe<string>;
  schedule: Maybe<string>;
  timezone: Maybe<string>;
  grace: Maybe<number>;
  next_expected_at: Maybe<string>;
  max_runtime: Maybe<number>;
  min_runtime: Maybe<number>;
  checks: Maybe<string[]>;
  alert_email: Maybe<string[]>;
  depends_on: Maybe<string[]>;
  last_run: Maybe<Run>;
};

export const isSnitch: Is<Snitch> = isObject({
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

/** What the API says about an incident, as far as it is shown. Servers from before say less. */
export type Incident = {
  id: string;
  snitch: string;
  cause: string;
  severity: string;
  opened_at: string;
  acknowledged_at: Maybe<string>;
  snoozed_until: Maybe<string>;
  name: Maybe<string>;
  url: Maybe<string>;
  exit_status: Maybe<string>;
  message: Maybe<string>;
  host: Maybe<string>;
  last_report_at: Maybe<string>;
};

export const isIncident: Is<Incident> = isObject({
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
