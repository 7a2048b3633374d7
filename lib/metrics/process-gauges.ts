import { lastKnownDriftMs } from "@/lib/platform/clock";
import { poolUses } from "@/lib/platform/pool";
import { gauge } from "./registry";

/** Registers gauges about this process, which every process has. */
export function registerProcessGauges(): void {
  gauge(
    {
      name: "tattle_pool_connections",
      help: "Postgres connections in use, by pool.",
      label: "pool",
    },
    async () => Object.fromEntries(poolUses().map(({ name, inUse }) => [name, inUse])),
  );
  gauge(
    {
      name: "tattle_pool_waiting",
      help: "Queries waiting for a connection, by pool.",
      label: "pool",
    },
    async () => Object.fromEntries(poolUses().map(({ name, waiting }) => [name, waiting])),
  );
  gauge(
    {
      name: "tattle_clock_drift_seconds",
      help: "How far this machine's clock is ahead of the database's, compared once a minute. Not in web processes.",
    },
    async () => {
      const driftMs = lastKnownDriftMs();
      return driftMs === null ? {} : driftMs / 1_000;
    },
  );
}
