import { Gauge, Registry } from "prom-client";
import type { Snitch } from "@/lib/platform/generated/client";
import { durationOf, type Run } from "@/lib/rules/runs/run";
import { isDown } from "@/lib/rules/state/status";

type MeasuredSnitch = Pick<
  Snitch,
  "id" | "token" | "name" | "tags" | "status" | "checkedInAt" | "deadline" | "running" | "lastRunId"
>;

const LABELS = ["token", "name", "tags"] as const;

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
 * each, by the id of the snitch.
 */
export async function snitchMetrics(snitches: MeasuredSnitch[], lastRuns: Map<string, Run>): Promise<string> {
  const registry = new Registry();
  const registers = [registry];
  const labelled = snitches.map((snitch) => {
    const { token, name, tags } = snitch;
    return { snitch, labels: { token, name, tags: tags.join(",") } };
  });
  for (const [name, help, measure] of GAUGES) {
    const gauge = new Gauge({ name, help, labelNames: LABELS, registers });
    for (const { snitch, labels } of labelled) {
      const value = measure(snitch, lastRuns.get(snitch.id));
      if (value !== null) gauge.set(labels, value);
    }
  }
  const statuses = new Gauge({
    name: "tattle_snitch_status",
    help: "1 for the current status.",
    labelNames: [...LABELS, "status"] as const,
    registers,
  });
  for (const { snitch, labels } of labelled) statuses.set({ ...labels, status: snitch.status }, 1);
  return registry.metrics();
}
