import { isPostgresText } from "@/lib/platform/postgres-text";
import { currentTimezone } from "@/lib/rules/schedule/time-zone";
import { MAX_TAGS } from "@/lib/snitches/input-arrays";
import { isSchedule } from "./schedule";
import type { Settings } from "./settings";

/** The fields of a check in a request. Others are absent. */
export type Spec = Partial<
  Omit<Settings, "timeout" | "schedule"> & {
    timeout: number;
    schedule: string;
    subject: string;
    subject_fail: string;
    unique: Unique[];
  }
>;

const UNIQUE = ["name", "slug", "tags", "timeout", "grace"] as const;
export type Unique = (typeof UNIQUE)[number];

/** What is wrong with a value, as it reads after the name of its field; null if nothing is. */
type Problem = string | null;

const MIN_SECONDS = 60;
const MAX_SECONDS = 31_536_000;
const MAX_NOTES_CHARACTERS = 10_000;
const MAX_TAG_CHARACTERS = 64;

const lengthOf = (text: string) => [...text].length;

const text =
  (maximum: number, problem: (value: string) => Problem = () => null) =>
  (value: unknown): Problem => {
    if (typeof value !== "string") return "is not a string";
    if (lengthOf(value) > maximum) return "is too long";
    return isPostgresText(value) ? problem(value) : "has characters that cannot be stored";
  };

const boolean = (value: unknown): Problem => (typeof value === "boolean" ? null : "is not a boolean");

// A boolean is a number there, and 0 or 1 of them is too small.
function seconds(value: unknown): Problem {
  if (typeof value === "boolean") return "is too small";
  if (!Number.isInteger(value)) return "is not a number";
  if ((value as number) < MIN_SECONDS) return "is too small";
  return (value as number) > MAX_SECONDS ? "is too large" : null;
}

function tagsProblem(value: string): Problem {
  const tags = parseTags(value);
  if (tags.length > MAX_TAGS) return "is too long";
  if (tags.some((tag) => lengthOf(tag) > MAX_TAG_CHARACTERS)) return "has a tag that is too long";
  // Clients resolve dots in a path, so that no path could name such a tag.
  return tags.some((tag) => /^\.\.?$/.test(tag)) ? "has unexpected value" : null;
}

const slugProblem = (value: string): Problem =>
  /^[a-z0-9\-_]*$/.test(value) ? null : "does not match pattern";

const zoneProblem = (value: string): Problem =>
  currentTimezone(value) === null ? "is not a valid timezone" : null;

const scheduleProblem = (value: string): Problem =>
  isSchedule(value) ? null : "is not a valid cron or OnCalendar expression";

const keywords = text(200);

/** The fields in the order in which Healthchecks looks at them: the response names the first problem. */
const FIELDS: Record<Exclude<keyof Spec, "unique">, (value: unknown) => Problem> = {
  channels: text(10_000),
  desc: text(MAX_NOTES_CHARACTERS),
  failure_kw: keywords,
  filter_body: boolean,
  filter_default_fail: boolean,
  filter_http_body: boolean,
  filter_subject: boolean,
  grace: seconds,
  manual_resume: boolean,
  methods: (value) => (value === "" || value === "POST" ? null : "has unexpected value"),
  name: text(100),
  schedule: text(100, scheduleProblem),
  slug: text(100, slugProblem),
  start_kw: keywords,
  subject: keywords,
  subject_fail: keywords,
  success_kw: keywords,
  tags: text(500, tagsProblem),
  timeout: seconds,
  tz: text(64, zoneProblem),
};

/** The tags in a text, without repetitions. */
export const parseTags = (tags: string): string[] => [...new Set(tags.split(/\s+/).filter(Boolean))];

/** Reads the body of a request. Members that aren't fields of a check are ignored. */
export function parseSpec(input: Record<string, unknown>): { spec: Spec } | { problem: string } {
  for (const [name, problemOf] of Object.entries(FIELDS)) {
    if (!Object.hasOwn(input, name)) continue;
    const problem = problemOf(input[name]);
    if (problem) return { problem: `${name} ${problem}` };
  }
  const problem = Object.hasOwn(input, "unique") ? uniqueProblem(input.unique) : null;
  if (problem) return { problem };
  const names = [...Object.keys(FIELDS), "unique"].filter((name) => Object.hasOwn(input, name));
  return { spec: Object.fromEntries(names.map((name) => [name, input[name]])) };
}

function uniqueProblem(value: unknown): Problem {
  if (!Array.isArray(value)) return "unique is not an array";
  const isKnown = (item: unknown) => UNIQUE.some((name) => name === item);
  return value.every(isKnown) ? null : "an item in 'unique' has unexpected value";
}
