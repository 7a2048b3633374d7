/** A kind of thing that the API manages: a tag of its operations, and a page of the reference. */
export type Resource = {
  slug: string;
  title: string;
  summary: string;
  /** The paths of its operations begin so. */
  prefix: string;
  /** Those that need no API key. */
  publicPrefix?: string;
};

/** Among two that match a path, the first one. */
export const RESOURCES: Resource[] = [
  {
    slug: "runs",
    title: "Runs",
    summary: "One execution of a job, from its start to its finish, with its duration and metrics.",
    prefix: "/v1/snitches/{token}/runs",
  },
  {
    slug: "search",
    title: "Search in outputs",
    summary: "Searches the output of runs across all snitches of a case.",
    prefix: "/v1/runs",
  },
  {
    slug: "snitches",
    title: "Snitches",
    summary:
      "A snitch monitors one job. Check-ins are requests to its `check_in_url`, without a key: see the Check-ins page.",
    prefix: "/v1/snitches",
  },
  {
    slug: "incidents",
    title: "Incidents",
    summary: "The time from when a snitch becomes missing or errored until it recovers.",
    prefix: "/v1/incidents",
  },
  {
    slug: "hints",
    title: "Hints",
    summary: "Tips shown with matching errors: a sentence and a link, matched by exit status or output.",
    prefix: "/v1/hints",
  },
  {
    slug: "policies",
    title: "Escalation policies",
    summary: "Who is notified of incidents that no one acknowledges, by tag and severity.",
    prefix: "/v1/policies",
  },
  {
    slug: "pages",
    title: "Status pages",
    summary: "Status pages for people without an account.",
    prefix: "/v1/pages",
    publicPrefix: "/status/",
  },
  {
    slug: "badges",
    title: "Badges",
    summary: "Images of a status or figure for READMEs and wikis, visible to anyone with the URL.",
    prefix: "/v1/badges",
  },
  {
    slug: "notices",
    title: "Notices",
    summary: "Posts on status pages: incidents, planned work and news.",
    prefix: "/v1/notices",
  },
  {
    slug: "machines",
    title: "Machines",
    summary: "The hosts that runs report.",
    prefix: "/v1/machines",
  },
  {
    slug: "kubernetes",
    title: "Kubernetes",
    summary: "The CronJobs of the clusters that `tattle kubernetes` watches.",
    prefix: "/v1/kubernetes",
  },
  {
    slug: "maintenance",
    title: "Maintenance",
    summary: "Planned work. No one is notified about the snitches it covers.",
    prefix: "/v1/maintenance",
  },
  {
    slug: "channels",
    title: "Channels",
    summary: "Where alerts are sent in addition to email. The Channels page lists the settings of each kind.",
    prefix: "/v1/channels",
  },
  {
    slug: "schedules",
    title: "Schedules",
    summary: "What a schedule means, before you use it for a snitch.",
    prefix: "/v1/schedule",
  },
  {
    slug: "configuration",
    title: "Configuration",
    summary: "A case as a file: plan the changes, then apply them. See the Configuration page for details.",
    prefix: "/v1/configuration",
  },
  {
    slug: "api-keys",
    title: "API keys",
    summary: "A key lets a program read or manage the snitches of a case, or only check in.",
    prefix: "/v1/api_keys",
  },
  {
    slug: "audit",
    title: "Audit log",
    summary: "Who did what in the case: changes, sign-ins, exports and refused attempts.",
    prefix: "/v1/audit",
  },
  {
    slug: "exports",
    title: "Exports",
    summary: "The history of a case as files that can be verified.",
    prefix: "/v1/export/",
  },
  {
    slug: "reports",
    title: "Reports",
    summary: "The results of a month’s scheduled runs, with every alert.",
    prefix: "/v1/reports/",
  },
  {
    slug: "sentry-dsn",
    title: "Sentry DSN",
    summary: "The DSN that Sentry SDKs send cron check-ins to.",
    prefix: "/v1/sentry_dsn",
  },
];

/** What an operation with this path is about; undefined for the API itself. */
export const findResource = (path: string): Resource | undefined =>
  RESOURCES.find(
    ({ prefix, publicPrefix }) =>
      path.startsWith(prefix) || (publicPrefix !== undefined && path.startsWith(publicPrefix)),
  );
