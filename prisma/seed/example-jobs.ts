import { HOUR_MS, MINUTE_MS, SECOND_MS } from "@/lib/rules/durations";
import type { Interval } from "@/lib/rules/schedule/interval";

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
  /** One of this many runs is skipped, or fails. */
  missesOneIn?: number;
  failsOneIn?: number;
  /** The message of a healthy check-in. `random`: 0.5 to 1. */
  message?: (random: number) => string;
  /** The message of an error report. */
  error?: string;
  /** What its latest runs report; absent if it only checks in. */
  run?: ExampleRun;
  /** Its state today; healthy if absent. */
  state?: "missing" | "errored" | "paused" | "pending";
  /** A pending one was added so many days ago; today if absent. */
  pendingDays?: number;
};

/** How a job of the example data runs. */
export type ExampleRun = {
  /** The machine. */
  host: string;
  takesMs: number;
  /** The number that it reports. */
  metric?: { name: string; value: number };
  /** What it prints before the message, or before the error. */
  prints: string[];
  printsBeforeError: string[];
};

/** What a run prints: its lines, and at the end the message or the error. */
export const printedBy = ({ prints, printsBeforeError }: ExampleRun, isError: boolean, end: string): string =>
  `${[...(isError ? printsBeforeError : prints), end].filter(Boolean).join("\n")}\n`;

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
    run: {
      host: "db1",
      takesMs: 34 * MINUTE_MS,
      metric: { name: "gigabytes", value: 40 },
      prints: [
        "pg_dump: last built-in OID is 16383",
        "pg_dump: saving encoding = UTF8",
        "pg_dump: dumping contents of table orders",
        "pg_dump: dumping contents of table order_lines",
        "pg_dump: dumping contents of table customers",
        "zstd: 40.2 GB => 6.1 GB",
      ],
      printsBeforeError: ["pg_dump: last built-in OID is 16383", "pg_dump: saving encoding = UTF8"],
    },
  },
  {
    name: "Offsite copy of backups",
    interval: "daily",
    tags: ["backups"],
    notes: "If it fails twice in a row, check the storage account’s credit first.",
    runsAfterMs: 5 * HOUR_MS,
    variesByMs: 90 * MINUTE_MS,
    missesOneIn: 60,
    failsOneIn: 25,
    message: (random) => `${count(random, 900)} objects copied`,
    error: "rclone: 403 Forbidden: RequestTimeTooSkewed",
    state: "missing",
    run: {
      host: "db1",
      takesMs: 22 * MINUTE_MS,
      prints: ["rclone v1.70.2", "Transferred: 6.1 GiB / 6.1 GiB, 100%", "Errors: 0"],
      printsBeforeError: [
        "rclone v1.70.2",
        "Transferred: 0 B / 6.1 GiB, 0%",
        "Errors: 1 (retrying may help)",
      ],
    },
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
    error: "CardProcessorError: 402 insufficient_quota",
    state: "errored",
    run: {
      host: "web1",
      takesMs: 42 * SECOND_MS,
      prints: ["POST /v1/charges, batch 1 of 2: ok", "POST /v1/charges, batch 2 of 2: ok"],
      printsBeforeError: [
        "POST /v1/charges, batch 1 of 2: ok",
        "POST /v1/charges, batch 2 of 2: 402, retry in 5 s",
        "POST /v1/charges, batch 2 of 2: 402, retry in 20 s",
        "Traceback (most recent call last):",
        '  File "/srv/billing/charge.py", line 118, in main',
        "    raise CardProcessorError(response)",
      ],
    },
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
    run: {
      host: "web1",
      takesMs: 3 * MINUTE_MS,
      prints: ["reading products", "reading categories", "swapping alias products"],
      printsBeforeError: ["reading products", "reading categories"],
    },
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
    run: {
      host: "db1",
      takesMs: 11 * MINUTE_MS,
      metric: { name: "rows", value: 1_600_000 },
      prints: ["extract orders: ok", "extract stock: ok", "load facts: ok"],
      printsBeforeError: ["extract orders: ok", "extract stock: ok", "load facts: retry 3 of 3"],
    },
  },
  {
    name: "Exchange rates",
    interval: "6_hour",
    tags: ["billing"],
    runsAfterMs: 2 * MINUTE_MS,
    variesByMs: 3 * MINUTE_MS,
    failsOneIn: 80,
    error: "upstream responded with 503",
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
  {
    name: "Export to the old CRM",
    interval: "daily",
    tags: ["reports"],
    runsAfterMs: 0,
    variesByMs: 0,
    state: "pending",
    pendingDays: 20,
  },
];
