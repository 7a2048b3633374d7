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

/** Of two that match a path, the first one. */
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
    summary: "Runs of all snitches of a case, by what they printed.",
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
    summary: "What helps with errors: a sentence and a link, by exit status or by what the job wrote.",
    prefix: "/v1/hints",
  },
  {
    slug: "pages",
    title: "Status pages",
    summary: "Pages of jobs that people open without an account.",
    prefix: "/v1/pages",
    publicPrefix: "/status/",
  },
  {
    slug: "badges",
    title: "Badges",
    summary: "Images of one state or figure, for READMEs and wikis, which anybody sees who has the address.",
    prefix: "/v1/badges",
  },
  {
    slug: "notices",
    title: "Notices",
    summary: "What people write on status pages: incidents, planned work and news.",
    prefix: "/v1/notices",
  },
  {
    slug: "machines",
    title: "Machines",
    summary: "What the runs of the case named as their `host`.",
    prefix: "/v1/machines",
  },
  {
    slug: "maintenance",
    title: "Maintenance",
    summary: "Planned work, during which nobody is notified about the snitches that it covers.",
    prefix: "/v1/maintenance",
  },
  {
    slug: "channels",
    title: "Channels",
    summary:
      "The places where alerts go as well as by email. The settings of each kind are on the Channels page.",
    prefix: "/v1/channels",
  },
  {
    slug: "schedules",
    title: "Schedules",
    summary: "What a schedule means, before you give it to a snitch.",
    prefix: "/v1/schedule",
  },
  {
    slug: "configuration",
    title: "Configuration",
    summary:
      "A case as a file: see the plan of its changes, then apply it. The Configuration page has the rest.",
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
    slug: "sentry-dsn",
    title: "Sentry DSN",
    summary: "The address for Sentry SDKs, whose cron check-ins come here.",
    prefix: "/v1/sentry_dsn",
  },
];

/** What an operation with this path is about; undefined for the API itself. */
export const findResource = (path: string): Resource | undefined =>
  RESOURCES.find(
    ({ prefix, publicPrefix }) =>
      path.startsWith(prefix) || (publicPrefix !== undefined && path.startsWith(publicPrefix)),
  );
