/** The pages of the documentation by subject, in the order of its navigation. */
export const DOCS_GROUPS = [
  {
    title: "Start",
    pages: [
      ["/docs", "Your first snitch"],
      ["/docs/check-ins", "Check-ins"],
      ["/docs/runs", "Runs"],
      ["/docs/install", "Install"],
      ["/docs/discover", "Whole machines"],
      ["/docs/kubernetes", "Kubernetes"],
      ["/docs/works-with", "Works with"],
    ],
  },
  {
    title: "When a job runs",
    pages: [
      ["/docs/intervals", "Intervals"],
      ["/docs/schedules", "Schedules"],
      ["/docs/smart", "Smart alerts"],
      ["/docs/pausing", "Pausing"],
      ["/docs/maintenance", "Maintenance"],
    ],
  },
  {
    title: "What happened",
    pages: [
      ["/docs/incidents", "Incidents"],
      ["/docs/timeline", "Timeline"],
      ["/docs/reports", "Reports"],
      ["/docs/sharing", "Sharing"],
    ],
  },
  {
    title: "Who is notified",
    pages: [
      ["/docs/notifications", "Notifications"],
      ["/docs/emails", "Emails"],
      ["/docs/channels", "Channels"],
      ["/docs/webhooks", "Webhooks"],
      ["/docs/drills", "Fire drills"],
    ],
  },
  {
    title: "Reference",
    pages: [
      ["/docs/configuration", "Configuration"],
      ["/docs/agents", "Agents"],
      ["/docs/security", "Account security"],
      ["/docs/api", "API reference"],
    ],
  },
] as const;

export const DOCS_PAGES = DOCS_GROUPS.flatMap(({ pages }) => [...pages]);

/** The pages of the API reference, below its first one. */
export const API_PAGES = [
  ["/docs/api/snitches", "Snitches"],
  ["/docs/api/runs", "Runs"],
  ["/docs/api/search", "Search in outputs"],
  ["/docs/api/incidents", "Incidents"],
  ["/docs/api/hints", "Hints"],
  ["/docs/api/policies", "Escalation policies"],
  ["/docs/api/machines", "Machines"],
  ["/docs/api/kubernetes", "Kubernetes"],
  ["/docs/api/maintenance", "Maintenance"],
  ["/docs/api/channels", "Channels"],
  ["/docs/api/schedules", "Schedules"],
  ["/docs/api/configuration", "Configuration"],
  ["/docs/api/pages", "Status pages"],
  ["/docs/api/badges", "Badges"],
  ["/docs/api/notices", "Notices"],
  ["/docs/api/api-keys", "API keys"],
  ["/docs/api/audit", "Audit log"],
  ["/docs/api/exports", "Exports"],
  ["/docs/api/reports", "Reports"],
  ["/docs/api/sentry-dsn", "Sentry DSN"],
] as const;
