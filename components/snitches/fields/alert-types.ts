/** The alert types as forms offer them: the value, its word, and what it means. */
export const ALERT_TYPES = [
  ["basic", "Basic", "Alerts you at the end of a period without a check-in, or when a run is overdue."],
  [
    "smart",
    "Smart",
    "Learns when the job usually checks in, and alerts you sooner. For jobs that run every hour or less often.",
  ],
] as const;
