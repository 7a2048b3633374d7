import { HOUR_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/interval";

/** A job of the example data, and how it behaves. */
export type ExampleJob = {
  name: string;
  interval: Interval;
  alertType?: "smart";
  tags: string[];
  notes?: string;
  /** How far into its period it checks in, and by how much that varies. */
  runsAfterMs: number;
  variesByMs: number;
  /** Of this many runs, one is skipped or fails. */
  missesOneIn?: number;
  failsOneIn?: number;
  /** The message of a healthy check-in. `random`: 0.5 to 1. */
  message?: (random: number) => string;
  /** The message of an error report. */
  error?: string;
  /** Its state today; healthy if absent. */
  state?: "missing" | "errored" | "paused" | "pending";
};

const count = (random: number, max: number) => Math.round(random * max).toLocaleString("en");

/** Jobs in every state and with every kind of interval, both punctual and irregular ones. */
export const EXAMPLE_JOBS: ExampleJob[] = [
  {
    name: "Nightly database backup",
    interval: "daily",
    alertType: "smart",
    tags: ["backups", "critical"],
    notes: "Runs on db1 as postgres. The runbook is in the wiki under “Backups”; the second copy is on db2.",
    runsAfterMs: 3 * HOUR_MS,
    variesByMs: 40 * MINUTE_MS,
    missesOneIn: 120,
    failsOneIn: 90,
    message: (random) => `${count(random, 40)} GB in ${count(random, 38)} minutes`,
    error: "pg_dump: error: connection to server failed: FATAL: the database system is shutting down",
  },
  {
    name: "Offsite copy of backups",
    interval: "daily",
    tags: ["backups"],
    notes: "If it fails twice in a row, check the credit of the storage account first.",
    runsAfterMs: 5 * HOUR_MS,
    variesByMs: 90 * MINUTE_MS,
    missesOneIn: 60,
    failsOneIn: 25,
    message: (random) => `${count(random, 900)} objects copied`,
    error: "rclone: 403 Forbidden: RequestTimeTooSkewed",
    state: "missing",
  },
  {
    name: "Restore drill",
    interval: "monthly",
    tags: ["backups"],
    runsAfterMs: 30 * HOUR_MS,
    variesByMs: 20 * HOUR_MS,
    missesOneIn: 12,
    message: (random) => `restored and compared ${count(random, 300)} tables`,
  },
  {
    name: "Invoice run",
    interval: "monthly",
    alertType: "smart",
    tags: ["billing", "critical"],
    runsAfterMs: 6 * HOUR_MS,
    variesByMs: 2 * HOUR_MS,
    message: (random) => `${count(random, 4_000)} invoices`,
  },
  {
    name: "Card charges",
    interval: "hourly",
    tags: ["billing", "critical"],
    runsAfterMs: 5 * MINUTE_MS,
    variesByMs: 6 * MINUTE_MS,
    missesOneIn: 900,
    failsOneIn: 400,
    message: (random) => `${count(random, 120)} charged`,
    error: "402 from the card processor: insufficient_quota",
    state: "errored",
  },
  {
    name: "Dunning letters",
    interval: "weekly",
    tags: ["billing"],
    runsAfterMs: 8 * HOUR_MS,
    variesByMs: 3 * HOUR_MS,
    missesOneIn: 30,
  },
  {
    name: "Search index refresh",
    interval: "4_hour",
    alertType: "smart",
    tags: ["search"],
    runsAfterMs: 12 * MINUTE_MS,
    variesByMs: 15 * MINUTE_MS,
    missesOneIn: 250,
    failsOneIn: 150,
    message: (random) => `${count(random, 80_000)} documents`,
    error: "cluster_block_exception: index read-only",
  },
  {
    name: "Sitemap",
    interval: "daily",
    tags: ["search", "web"],
    runsAfterMs: 7 * HOUR_MS,
    variesByMs: 10 * MINUTE_MS,
    missesOneIn: 45,
  },
  {
    name: "TLS certificate renewal",
    interval: "12_hour",
    tags: ["web", "critical"],
    runsAfterMs: 17 * MINUTE_MS,
    variesByMs: 60 * MINUTE_MS,
    missesOneIn: 200,
  },
  {
    name: "Log rotation on web1",
    interval: "daily",
    tags: ["web"],
    runsAfterMs: 25 * MINUTE_MS,
    variesByMs: MINUTE_MS,
    missesOneIn: 300,
    state: "paused",
  },
  {
    name: "Weekly report to the board",
    interval: "weekly",
    alertType: "smart",
    tags: ["reports"],
    runsAfterMs: 7 * HOUR_MS,
    variesByMs: 30 * MINUTE_MS,
    missesOneIn: 40,
  },
  {
    name: "Warehouse load",
    interval: "2_hour",
    tags: ["reports"],
    runsAfterMs: 20 * MINUTE_MS,
    variesByMs: 70 * MINUTE_MS,
    missesOneIn: 300,
    failsOneIn: 120,
    message: (random) => `${count(random, 2_000_000)} rows`,
    error: "deadlock detected, 3 retries exhausted",
  },
  {
    name: "Exchange rates",
    interval: "6_hour",
    tags: ["billing"],
    runsAfterMs: 2 * MINUTE_MS,
    variesByMs: 3 * MINUTE_MS,
    failsOneIn: 80,
    error: "upstream answered 503",
  },
  {
    name: "Queue drain",
    interval: "30_minute",
    tags: ["workers"],
    runsAfterMs: MINUTE_MS,
    variesByMs: 8 * MINUTE_MS,
    missesOneIn: 2_000,
    failsOneIn: 900,
    error: "redis: connection refused",
  },
  {
    name: "Quarterly archive",
    interval: "monthly",
    tags: ["backups"],
    runsAfterMs: 0,
    variesByMs: 0,
    state: "pending",
  },
];
