import { durationOf, type Run } from "./run";

type Operator = "<" | "<=" | ">" | ">=" | "=" | "!=";

/** A comparison of a run's duration (in seconds) or one of its metrics with a number. */
export type Check = { subject: "duration" | `metric.${string}`; operator: Operator; limit: number };

/** How many checks a snitch may have. */
export const MAX_CHECKS = 5;

const SECONDS: Record<string, number> = {
  "": 1,
  ms: 0.001,
  s: 1,
  sec: 1,
  second: 1,
  seconds: 1,
  m: 60,
  min: 60,
  minute: 60,
  minutes: 60,
  h: 3_600,
  hour: 3_600,
  hours: 3_600,
  d: 86_400,
  day: 86_400,
  days: 86_400,
};

const CHECK =
  /^(duration|metric\.[\w.-]{1,64})\s*(<=|>=|==|!=|<|>|=)\s*([+-]?(?:\d+(?:\.\d+)?|\.\d+)(?:e[+-]?\d{1,3})?)\s*([a-z]*)$/i;

/** Parses a comparison such as `duration < 5 min` or `metric.rows > 0`. Null if it is none. */
export function parseCheck(text: string): Check | null {
  const [, subject = "", value = "", number = "", unit = ""] = CHECK.exec(text.trim()) ?? [];
  const factor = SECONDS[unit.toLowerCase()];
  const limit = Number(number) * (factor ?? Number.NaN);
  if (!subject || !Number.isFinite(limit)) return null;
  const operator = (value === "==" ? "=" : value) as Operator;
  if (/^duration$/i.test(subject)) return { subject: "duration", operator, limit };
  if (unit !== "") return null;
  return { subject: `metric.${subject.slice("metric.".length)}`, operator, limit };
}

const COMPARE: Record<Operator, (value: number, limit: number) => boolean> = {
  "<": (value, limit) => value < limit,
  "<=": (value, limit) => value <= limit,
  ">": (value, limit) => value > limit,
  ">=": (value, limit) => value >= limit,
  "=": (value, limit) => value === limit,
  "!=": (value, limit) => value !== limit,
};

/**
 * The first of these checks that a finished run does not pass; null if it passes all. A metric that the job did not send is
 * not passed. An unknown duration, because the start is not known, is not checked.
 */
export function failedCheck(checks: string[], run: Pick<Run, "reportedMs" | "durationMs" | "metrics">) {
  return checks.find((text) => !passes(text, run)) ?? null;
}

function passes(text: string, run: Pick<Run, "reportedMs" | "durationMs" | "metrics">): boolean {
  const check = parseCheck(text);
  if (!check) return true;
  const { subject, operator, limit } = check;
  if (subject !== "duration") {
    const value = run.metrics[subject.slice("metric.".length)];
    return value !== undefined && COMPARE[operator](value, limit);
  }
  const durationMs = durationOf(run);
  return durationMs === null || COMPARE[operator](durationMs / 1_000, limit);
}
