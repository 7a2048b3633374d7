/** The products that can be imported from. */
export const SOURCE_NAMES = [
  "healthchecks",
  "dms",
  "cronitor",
  "kuma",
  "betterstack",
  "sentry",
  "opsgenie",
] as const;
export type SourceName = (typeof SOURCE_NAMES)[number];
