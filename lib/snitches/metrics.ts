import type { Snitch } from "@/lib/platform/generated/client";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { isDown } from "@/lib/rules/state/status";

type MeasuredSnitch = Pick<
  Snitch,
  "id" | "token" | "name" | "tags" | "status" | "checkedInAt" | "deadline" | "running" | "lastRunId"
>;

/** The upper bounds of the histogram of durations. */
export const BOUNDS_SECONDS = [1, 10, 60, 300, 900, 3_600, 14_400, 86_400];

export type RunCounters = {
  id: string;
  succeeded: number;
  failed: number;
  overran: number;
  misses: number;
  /** How many runs took at most each of the bounds, how many have a duration, and all of these together. */
  within: number[];
  timed: number;
  timedMs: number;
};

const toSeconds = (at: Date | null) => at && at.getTime() / 1_000;

/** The gauges with one value for each snitch. A snitch whose value is null is left out. */
const GAUGES: [
  name: string,
  help: string,
  measure: (snitch: MeasuredSnitch, lastRun: Run | undefined) => number | null,
][] = [
  [
    "tattle_snitch_up",
    "0 while the snitch is missing or errored, else 1.",
    ({ status }) => (isDown(status) ? 0 : 1),
  ],
  [
    "tattle_snitch_checked_in_timestamp_seconds",
    "Time of the last healthy check-in.",
    ({ checkedInAt }) => toSeconds(checkedInAt),
  ],
  [
    "tattle_snitch_deadline_timestamp_seconds",
    "When a missing check-in becomes a miss. Pending and paused snitches have no deadline.",
    ({ deadline }) => toSeconds(deadline),
  ],
  [
    "tattle_snitch_running",
    "How many runs are running. Only for jobs that report runs.",
    ({ running, lastRunId }) => (lastRunId === null ? null : running),
  ],
  [
    "tattle_snitch_run_seconds",
    "How long the latest run took. Left out while it is running.",
    (_, lastRun) => inSeconds(lastRun ? durationOf(lastRun) : null),
  ],
];

const inSeconds = (ms: number | null) => (ms === null ? null : ms / 1_000);

/**
 * The state of these snitches in Prometheus' text format. The status label is the API's word. `lastRuns`: the latest run of
 * each, by the id of the snitch. `counters`: those of each.
 */
export function snitchMetrics(
  snitches: MeasuredSnitch[],
  lastRuns: Map<string, Run>,
  counters: Map<string, RunCounters>,
): string {
  const labelled = snitches.map((snitch): Labelled => {
    const { token, name, tags } = snitch;
    return { snitch, labels: writeLabels({ token, name, tags: tags.join(",") }) };
  });
  const gauges = GAUGES.flatMap(([name, help, measure]) => [
    head(name, help, "gauge"),
    ...labelled.flatMap(({ snitch, labels }) => {
      const value = measure(snitch, lastRuns.get(snitch.id));
      return value === null ? [] : sample(name, labels, value);
    }),
  ]);
  const statuses = [
    head("tattle_snitch_status", "1 for the current status.", "gauge"),
    ...labelled.map(({ snitch, labels }) =>
      sample("tattle_snitch_status", `${labels},status="${snitch.status}"`, 1),
    ),
  ];
  return [...gauges, ...statuses, ...writeCounters(labelled, counters)].join("");
}

type Labelled = { snitch: MeasuredSnitch; labels: string };

const writeLabels = (labels: Record<string, string>) =>
  Object.entries(labels)
    .map(([label, text]) => `${label}="${escapeLabel(text)}"`)
    .join(",");

const head = (name: string, help: string, type: string) => `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n`;

/** One line of a metric. prom-client takes seconds to write as many as there are. */
const sample = (name: string, labels: string, value: number) => `${name}{${labels}} ${value}\n`;

const escapeLabel = (text: string) =>
  /[\\\n"]/.test(text) ? text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n").replaceAll('"', '\\"') : text;

const RUNS = "tattle_runs_total";
const MISSES = "tattle_misses_total";
const DURATION = "tattle_run_duration_seconds";

/** The metrics that only grow: also while this process restarts, and when what they count is deleted after two years. */
function writeCounters(labelled: Labelled[], counters: Map<string, RunCounters>): string[] {
  const withCounters = labelled.flatMap(({ snitch, labels }) => {
    const ofSnitch = counters.get(snitch.id);
    return ofSnitch ? [{ ...ofSnitch, labels }] : [];
  });
  return [
    head(RUNS, "Finished runs by outcome. A check-in outside a run counts as one.", "counter"),
    ...withCounters.flatMap(({ labels, succeeded, failed, overran }) =>
      Object.entries({ succeeded, failed, overran }).map(([outcome, count]) =>
        sample(RUNS, `${labels},outcome="${outcome}"`, count),
      ),
    ),
    head(MISSES, "Missed deadlines, except during maintenance.", "counter"),
    ...withCounters.map(({ labels, misses }) => sample(MISSES, labels, misses)),
    head(DURATION, "How long finished runs took. Only for jobs that report it.", "histogram"),
    ...withCounters.flatMap(({ labels, within, timed, timedMs }) =>
      timed === 0
        ? []
        : [
            ...[...BOUNDS_SECONDS, "+Inf"].map((le, i) =>
              sample(`${DURATION}_bucket`, `${labels},le="${le}"`, within[i] ?? timed),
            ),
            sample(`${DURATION}_sum`, labels, timedMs / 1_000),
            sample(`${DURATION}_count`, labels, timed),
          ],
    ),
  ];
}
