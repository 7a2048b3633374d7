export type Operator = "<" | "<=" | ">" | ">=" | "=" | "!=";

export type Subject = "duration" | `metric.${string}`;

/** A comparison of a run's duration (in seconds) or one of its metrics with a number. */
type Absolute = { subject: Subject; operator: Operator; limit: number };

/** A comparison with earlier runs: with a percentage of the usual number, or with the numbers of the last few runs. */
export type Relative =
  | { subject: Subject; operator: Operator; percent: number }
  | { subject: Subject; within: number };

export type Check = Absolute | Relative;

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

const USUAL = /^(duration|metric\.[\w.-]{1,64})\s*(<=|>=|<|>)\s*(\d+(?:\.\d+)?)\s*%\s*of\s+usual$/i;
const CHANGES = /^(duration|metric\.[\w.-]{1,64})\s+changes\s+within\s+(\d+)\s+runs$/i;

const MAX_PERCENT = 10_000;
const [MIN_WITHIN, MAX_WITHIN] = [2, 20];

/** Whether a check compares a run with earlier ones. Only these end with these words, which SQL looks for, too. */
export const isRelative = (check: string) => /(usual|runs)\s*$/i.test(check);

/**
 * Parses a comparison such as `duration < 5 min`, `metric.rows > 0`, `metric.bytes > 50% of usual` or
 * `metric.rows changes within 5 runs`. Null if it is none.
 */
export function parseCheck(text: string): Check | null {
  return isRelative(text) ? parseRelative(text.trim()) : parseAbsolute(text.trim());
}

function parseAbsolute(text: string): Absolute | null {
  const [, subject = "", value = "", number = "", unit = ""] = CHECK.exec(text) ?? [];
  const factor = SECONDS[unit.toLowerCase()];
  const limit = Number(number) * (factor ?? Number.NaN);
  if (!subject || !Number.isFinite(limit)) return null;
  const isDuration = /^duration$/i.test(subject);
  if (!isDuration && unit !== "") return null;
  const operator = (value === "==" ? "=" : value) as Operator;
  return { subject: toSubject(subject), operator, limit };
}

function parseRelative(text: string): Relative | null {
  const [, subject, operator, number] = USUAL.exec(text) ?? [];
  if (subject && number) {
    const percent = Number(number);
    return percent >= 1 && percent <= MAX_PERCENT
      ? { subject: toSubject(subject), operator: operator as Operator, percent }
      : null;
  }
  const [, changing, runs] = CHANGES.exec(text) ?? [];
  const within = Number(runs);
  return changing && within >= MIN_WITHIN && within <= MAX_WITHIN
    ? { subject: toSubject(changing), within }
    : null;
}

const toSubject = (text: string): Subject =>
  /^duration$/i.test(text) ? "duration" : `metric.${text.slice("metric.".length)}`;
