/** The pages of the documentation, in the order of its navigation. */
export const DOCS_PAGES = [
  ["/docs", "Your first snitch"],
  ["/docs/check-ins", "Check-ins"],
  ["/docs/runs", "Runs"],
  ["/docs/install", "Install"],
  ["/docs/discover", "Whole machines"],
  ["/docs/intervals", "Intervals"],
  ["/docs/schedules", "Schedules"],
  ["/docs/smart", "Smart alerts"],
  ["/docs/timeline", "Timeline"],
  ["/docs/reports", "Reports"],
  ["/docs/incidents", "Incidents"],
  ["/docs/pausing", "Pausing"],
  ["/docs/maintenance", "Maintenance"],
  ["/docs/emails", "E-mails"],
  ["/docs/channels", "Channels"],
  ["/docs/drills", "Fire drills"],
  ["/docs/notifications", "Notifications"],
  ["/docs/webhooks", "Webhooks"],
  ["/docs/security", "Account security"],
  ["/docs/protocols", "Other tools"],
  ["/docs/api", "API reference"],
] as const;

/** The pages of the API reference, below its first one. */
export const API_PAGES = [
  ["/docs/api/snitches", "Snitches"],
  ["/docs/api/runs", "Runs"],
  ["/docs/api/incidents", "Incidents"],
  ["/docs/api/maintenance", "Maintenance"],
  ["/docs/api/channels", "Channels"],
  ["/docs/api/schedules", "Schedules"],
  ["/docs/api/api-keys", "API keys"],
  ["/docs/api/audit", "Audit log"],
  ["/docs/api/sentry-dsn", "Sentry DSN"],
] as const;
