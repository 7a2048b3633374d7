import { slugify } from "@/lib/rules/slug";

export const STATUSES = ["in_progress", "ok", "error"] as const;

/** A request about a monitor, in Sentry’s terms. */
export type MonitorCheckIn = {
  slug: string;
  environment: string;
  status: (typeof STATUSES)[number];
  /** 32 hexadecimal characters; null if the client does not name the run. */
  rid: string | null;
  /** The duration in milliseconds, as the job measured it; null if it did not say. */
  reportedMs: number | null;
  /** The settings of the monitor, not parsed yet; undefined or null if there are none. */
  config: unknown;
};

/** Sentry cuts longer ones, and identifies monitors by the rest. */
const MAX_SLUG_CHARACTERS = 50;

const MAX_ENVIRONMENT_CHARACTERS = 64;
const DEFAULT_ENVIRONMENT = "production";

const MAX_DURATION_SECONDS = 366 * 86_400;

/** The slug as Sentry stores it. Empty if the text has no character that a slug can have. */
export const monitorSlug = (text: string) =>
  slugify(text)
    .slice(0, MAX_SLUG_CHARACTERS)
    .replace(/^[-_]+|[-_]+$/g, "");

/** The check-in in a JSON object, or in the parameters of a URL. A text is the reason there is none. */
export function monitorCheckInFrom(fields: Record<string, unknown>): MonitorCheckIn | string {
  const slug = monitorSlug(readText(fields.monitor_slug));
  if (slug === "") return "The slug of the monitor is missing. It has letters, digits, “-” and “_”.";
  const status = STATUSES.find((one) => one === fields.status);
  if (!status) return `The status is missing or unknown. It is one of ${STATUSES.join(", ")}.`;
  const environment = environmentFrom(fields.environment);
  if (environment === null)
    return `The environment is not valid. It has at most ${MAX_ENVIRONMENT_CHARACTERS} characters, and no “/” or line break.`;
  const rid = ridFrom(fields.check_in_id);
  if (rid === undefined) return "The check_in_id is not valid. It is a UUID, or left out.";
  const reportedMs = durationFrom(fields.duration);
  return { slug, status, environment, rid, reportedMs, config: fields.monitor_config };
}

const readText = (value: unknown) => (typeof value === "string" ? value : "");

/** Null if it cannot be used. */
function environmentFrom(value: unknown): string | null {
  if (value === undefined || value === null) return DEFAULT_ENVIRONMENT;
  if (typeof value !== "string") return null;
  const environment = value.trim();
  if (environment === "") return DEFAULT_ENVIRONMENT;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: Postgres stores no NUL, and Sentry takes no line breaks.
  if (environment.length > MAX_ENVIRONMENT_CHARACTERS || /[\x00-\x1f/]/.test(environment)) return null;
  return environment.isWellFormed() ? environment : null;
}

const UUID = /^[\da-f]{8}(-?)[\da-f]{4}\1[\da-f]{4}\1[\da-f]{4}\1[\da-f]{12}$/i;

/** Undefined if it is not a UUID. Zeros mean the latest run, as if none were given. */
function ridFrom(value: unknown): string | null | undefined {
  if (value === undefined || value === null || value === "") return null;
  if (typeof value !== "string" || !UUID.test(value)) return undefined;
  const rid = value.replaceAll("-", "").toLowerCase();
  return /^0+$/.test(rid) ? null : rid;
}

/** An invalid duration is ignored: no check-in is refused for it. */
function durationFrom(value: unknown): number | null {
  const seconds = typeof value === "string" && value.trim() !== "" ? Number(value) : value;
  if (typeof seconds !== "number" || !(seconds >= 0 && seconds <= MAX_DURATION_SECONDS)) return null;
  return Math.round(seconds * 1_000);
}
