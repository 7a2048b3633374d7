import type { Snitch } from "@/lib/platform/generated/client";

type Exposed = Pick<Snitch, "token" | "name" | "tags" | "status" | "checkedInAt" | "deadline">;

/** A label's value, as Prometheus reads it. */
const quoted = (text: string) =>
  `"${text.replaceAll("\\", "\\\\").replaceAll('"', '\\"').replaceAll("\n", "\\n")}"`;

const seconds = (at: Date) => at.getTime() / 1_000;

/** Each figure, and what it is of a snitch; null where a snitch has none. */
const FIGURES: [name: string, help: string, figure: (snitch: Exposed) => number | null][] = [
  [
    "tattle_snitch_up",
    "0 while the snitch is missing or errored, else 1.",
    ({ status }) => (status === "failed" || status === "errored" ? 0 : 1),
  ],
  [
    "tattle_snitch_checked_in_timestamp_seconds",
    "When its job last checked in and was well.",
    ({ checkedInAt }) => checkedInAt && seconds(checkedInAt),
  ],
  [
    "tattle_snitch_deadline_timestamp_seconds",
    "When silence becomes a miss. Pending and paused snitches have none.",
    ({ deadline }) => deadline && seconds(deadline),
  ],
];

/** The state of snitches in Prometheus' text format. The status is the API's word for it. */
export function snitchMetrics(snitches: Exposed[]): string {
  const labelled = snitches.map((snitch) => {
    const { token, name, tags } = snitch;
    const labels = `token=${quoted(token)},name=${quoted(name)},tags=${quoted(tags.join(","))}`;
    return { snitch, labels };
  });
  const lines = FIGURES.flatMap(([name, help, figure]) => [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...labelled.flatMap(({ snitch, labels }) => {
      const value = figure(snitch);
      return value === null ? [] : `${name}{${labels}} ${value}`;
    }),
  ]);
  const statuses = labelled.map(
    ({ snitch, labels }) => `tattle_snitch_status{${labels},status="${snitch.status}"} 1`,
  );
  const about = [
    "# HELP tattle_snitch_status 1 for the status that it has.",
    "# TYPE tattle_snitch_status gauge",
  ];
  return `${[...lines, ...about, ...statuses].join("\n")}\n`;
}
