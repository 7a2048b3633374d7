import { canaryLag } from "@/lib/metrics/canary";
import { type GaugeOptions, gauge } from "@/lib/metrics/registry";
import { findAlertHold } from "@/lib/monitoring/alert-hold";
import { sweepLag } from "@/lib/monitoring/sweep-lag";
import { countUnreachableCases } from "@/lib/notifications/report-unreachable-cases";
import { databaseBytes, readDisks } from "@/lib/outages/disk-space";
import { journalLag } from "@/lib/outages/journal-lag";
import { countListening, msSinceListening } from "@/lib/outages/listener-state";
import { gapMsBetween } from "@/lib/outages/listening-gaps";
import { countUnknownMisses } from "@/lib/outages/unknown-misses";
import { outboxLag } from "@/lib/outbox/outbox-lag";
import type { Queues } from "@/lib/platform/queue";
import { DAY_MS, SECOND_MS } from "@/lib/rules/durations";

/** Reads the value of a gauge. An empty object means that there is none now. */
type Read = () => Promise<number | Record<string, number>>;

const aDayAgo = () => new Date(Date.now() - DAY_MS);

/** Whether missed deadlines are noticed. */
const NOTICING: [GaugeOptions, Read][] = [
  [
    {
      name: "tattle_sweep_lag_seconds",
      help: "How long the oldest due snitch has been waiting for the sweep.",
    },
    async () => (await sweepLag()) / SECOND_MS,
  ],
  [
    {
      name: "tattle_canary_lag_seconds",
      help: "Seconds since the canary's webhook last accepted a delivery, normally once a minute.",
    },
    async () => {
      const lagMs = await canaryLag();
      return lagMs === null ? {} : lagMs / SECOND_MS;
    },
  ],
  [
    { name: "tattle_journals", help: "Journals of check-ins that are not in the database yet." },
    async () => (await journalLag()).waiting,
  ],
  [
    {
      name: "tattle_journal_lag_seconds",
      help: "How long the oldest journal has been waiting. While one waits, no snitch is marked missing.",
    },
    async () => (await journalLag()).lagMs / SECOND_MS,
  ],
];

/** Whether check-ins arrive. */
const LISTENING: [GaugeOptions, Read][] = [
  [{ name: "tattle_listeners", help: "Processes listening for check-ins." }, countListening],
  [
    {
      name: "tattle_not_listening_seconds",
      help: "How long no process has listened for check-ins; 0 while one listens, infinite if none ever did.",
    },
    async () => (await msSinceListening()) / SECOND_MS,
  ],
  [
    {
      name: "tattle_alerts_held_seconds",
      help: "How long alerts have been held because no check-ins arrive; 0 if they are not held.",
    },
    async () => {
      const hold = await findAlertHold();
      return hold ? (Date.now() - hold.startsAt.getTime()) / SECOND_MS : 0;
    },
  ],
  [
    {
      name: "tattle_silent_seconds",
      help: "How long no check-in could arrive during the last 24 hours.",
    },
    async () => (await gapMsBetween(aDayAgo(), new Date())) / SECOND_MS,
  ],
  [
    {
      name: "tattle_unknown_misses",
      help: "Deadlines of the last 24 hours that could not be evaluated, because no check-in could arrive.",
    },
    () => countUnknownMisses(aDayAgo()),
  ],
];

/** Whether alerts are sent. */
const SENDING: [GaugeOptions, Read][] = [
  [
    {
      name: "tattle_outbox_lag_seconds",
      help: "How long the oldest due email or delivery has been waiting.",
    },
    async () => (await outboxLag()).lagMs / SECOND_MS,
  ],
  [
    {
      name: "tattle_outbox_pending",
      help: "Emails and deliveries not sent yet, including those waiting for a retry.",
      label: "kind",
    },
    async () => {
      const { pendingEmails, pendingDeliveries } = await outboxLag();
      return { email: pendingEmails, delivery: pendingDeliveries };
    },
  ],
  [{ name: "tattle_dead_ends", help: "Cases without a working notification path." }, countUnreachableCases],
];

/** Registers gauges about the whole installation, which every worker reports with the same values, and about this worker's disk. */
export function registerGauges(queues: Queues): void {
  gauge(
    { name: "tattle_database_bytes", help: "The size of the database, without its write-ahead log." },
    databaseBytes,
  );
  const ofDisk = async (field: "freeBytes" | "sizeBytes") =>
    Object.fromEntries((await readDisks()).map((disk) => [disk.path, disk[field]]));
  gauge(
    {
      name: "tattle_disk_free_bytes",
      help: "Free space for the data folder of this process.",
      label: "path",
    },
    () => ofDisk("freeBytes"),
  );
  gauge(
    { name: "tattle_disk_size_bytes", help: "The size of the disk of the data folder.", label: "path" },
    () => ofDisk("sizeBytes"),
  );
  for (const [options, read] of [...NOTICING, ...LISTENING, ...SENDING]) gauge(options, read);
  gauge({ name: "tattle_queue_depth", help: "Waiting jobs in each queue.", label: "queue" }, () =>
    queues.depths(),
  );
}
