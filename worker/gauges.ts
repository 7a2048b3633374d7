import { canaryLag } from "@/lib/canary/canary";
import { countListening } from "@/lib/listeners/state";
import { gauge } from "@/lib/metrics/registry";
import { findAlertHold } from "@/lib/monitoring/alert-hold";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { outboxLag } from "@/lib/outbox/outbox-lag";
import type { Queues } from "@/lib/platform/queue";

/** Registers gauges about the whole installation, which every worker reports with the same values. */
export function registerGauges(queues: Queues): void {
  gauge(
    {
      name: "tattle_sweep_lag_seconds",
      help: "How long the oldest due snitch has been waiting for the sweep.",
    },
    async () => (await sweepLag()) / 1_000,
  );
  gauge(
    {
      name: "tattle_outbox_lag_seconds",
      help: "How long the oldest due e-mail or delivery has been waiting.",
    },
    async () => (await outboxLag()).lagMs / 1_000,
  );
  gauge(
    {
      name: "tattle_outbox_pending",
      help: "Rows that are not sent yet, including those that wait for a retry.",
      label: "kind",
    },
    async () => {
      const { pendingEmails, pendingDeliveries } = await outboxLag();
      return { email: pendingEmails, delivery: pendingDeliveries };
    },
  );
  gauge(
    {
      name: "tattle_canary_lag_seconds",
      help: "Seconds since the canary's webhook last accepted a delivery, normally once a minute.",
    },
    async () => {
      const lagMs = await canaryLag();
      return lagMs === null ? {} : lagMs / 1_000;
    },
  );
  gauge({ name: "tattle_listeners", help: "Processes that listen for check-ins." }, countListening);
  gauge(
    {
      name: "tattle_alerts_held_seconds",
      help: "Since when alerts are held because no check-in arrives; 0 if they are not.",
    },
    async () => {
      const hold = await findAlertHold();
      return hold ? (Date.now() - hold.startsAt.getTime()) / 1_000 : 0;
    },
  );
  gauge({ name: "tattle_queue_depth", help: "Waiting jobs in each queue.", label: "queue" }, () =>
    queues.depths(),
  );
}
