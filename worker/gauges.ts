import { canaryLag } from "@/lib/canary/keep";
import { gauge } from "@/lib/metrics/registry";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { outboxLag } from "@/lib/outbox/outbox-lag";
import type { Queues } from "@/lib/platform/queue";

/** What concerns the whole installation, and is told by its workers: each of them says the same. */
export function tellGauges(queues: Queues): void {
  gauge(
    {
      name: "tattle_sweep_lag_seconds",
      help: "How long ago the sweep should have settled the snitch that waits longest for it.",
    },
    async () => (await sweepLag()) / 1_000,
  );
  gauge(
    {
      name: "tattle_outbox_lag_seconds",
      help: "How long the longest-waiting notice or delivery that is due has waited.",
    },
    async () => (await outboxLag()).lagMs / 1_000,
  );
  gauge(
    { name: "tattle_outbox_owed", help: "What is not sent yet, the next try's among them.", label: "debt" },
    async () => {
      const { owedNotices, owedDeliveries } = await outboxLag();
      return { notice: owedNotices, delivery: owedDeliveries };
    },
  );
  gauge(
    { name: "tattle_canary_lag_seconds", help: "How long ago a miss last became a delivery: once a minute." },
    async () => {
      const lagMs = await canaryLag();
      return lagMs === null ? {} : lagMs / 1_000;
    },
  );
  gauge({ name: "tattle_queue_depth", help: "Jobs that wait in each queue.", label: "queue" }, () =>
    queues.depths(),
  );
}
