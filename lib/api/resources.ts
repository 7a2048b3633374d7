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

/** Without a title or a prefix of its own, a resource has those that its slug makes. */
const resource = (slug: string, summary: string, others: Partial<Resource> = {}): Resource => ({
  slug,
  title: `${slug.charAt(0).toUpperCase()}${slug.slice(1)}`,
  summary,
  prefix: `/v1/${slug}`,
  ...others,
});

/** Among two that match a path, the first one. */
export const RESOURCES: Resource[] = [
  resource("runs", "One execution of a job, from its start to its finish, with its duration and metrics.", {
    prefix: "/v1/snitches/{token}/runs",
  }),
  resource("search", "Searches the output of runs across all snitches of a case.", {
    title: "Search in outputs",
    prefix: "/v1/runs",
  }),
  resource(
    "snitches",
    "A snitch monitors one job. Check-ins are requests to its `check_in_url`, without a key: see the Check-ins page.",
  ),
  resource("incidents", "The time from when a snitch becomes missing or errored until it recovers."),
  resource(
    "hints",
    "Tips shown with matching errors: a sentence and a link, matched by exit status or output.",
  ),
  resource("policies", "Who is notified of incidents that no one acknowledges, by tag and severity.", {
    title: "Escalation policies",
  }),
  resource("pages", "Status pages for people without an account.", {
    title: "Status pages",
    publicPrefix: "/status/",
  }),
  resource("badges", "Images of a status or figure for READMEs and wikis, visible to anyone with the URL."),
  resource("notices", "Posts on status pages: incidents, planned work and news."),
  resource("machines", "The hosts that runs report."),
  resource("kubernetes", "The CronJobs of the clusters that `tattle kubernetes` watches."),
  resource("maintenance", "Planned work. No one is notified about the snitches it covers."),
  resource(
    "channels",
    "Where alerts are sent in addition to email. The Channels page lists the settings of each kind.",
  ),
  resource("schedules", "What a schedule means, before you use it for a snitch.", { prefix: "/v1/schedule" }),
  resource(
    "configuration",
    "A case as a file: plan the changes, then apply them. See the Configuration page for details.",
  ),
  resource("api-keys", "A key lets a program read or manage the snitches of a case, or only check in.", {
    title: "API keys",
    prefix: "/v1/api_keys",
  }),
  resource("audit", "Who did what in the case: changes, sign-ins, exports and refused attempts.", {
    title: "Audit log",
  }),
  resource("exports", "The history of a case as files that can be verified.", { prefix: "/v1/export/" }),
  resource("reports", "The results of a month’s scheduled runs, with every alert.", {
    prefix: "/v1/reports/",
  }),
  resource("sentry-dsn", "The DSN that Sentry SDKs send cron check-ins to.", {
    title: "Sentry DSN",
    prefix: "/v1/sentry_dsn",
  }),
];

/** What an operation with this path is about; undefined for the API itself. */
export const findResource = (path: string): Resource | undefined =>
  RESOURCES.find(
    ({ prefix, publicPrefix }) =>
      path.startsWith(prefix) || (publicPrefix !== undefined && path.startsWith(publicPrefix)),
  );
