import type { Interval } from "@/lib/rules/interval";

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** A job of the demo, and how it behaves. */
export type Job = {
  name: string;
  interval: Interval;
  alertType?: "smart";
  tags: string[];
  notes?: string;
  /** How far into its period it reports, and by how much that varies. */
  comesAfterMs: number;
  variesByMs: number;
  /** Of so many runs one does not come, or reports an error. */
  missesOneOf?: number;
  errsOneOf?: number;
  says?: (luck: number) => string;
  error?: string;
  /** How it is today; healthy unless something else is said. */
  today?: "missing" | "errored" | "paused" | "pending";
};

const count = (luck: number, most: number) => Math.round(luck * most).toLocaleString("en");

/** One of each kind that people have: every state, every length of period, steady and unsteady ones. */
export const CAST: Job[] = [
  {
    name: "Nightly database backup",
    interval: "daily",
    alertType: "smart",
    tags: ["backups", "critical"],
    notes: "Runs on db1 as postgres. The runbook is in the wiki under “Backups”; the second copy is on db2.",
    comesAfterMs: 3 * HOUR_MS,
    variesByMs: 40 * MINUTE_MS,
    missesOneOf: 120,
    errsOneOf: 90,
    says: (luck) => `${count(luck, 40)} GB in ${count(luck, 38)} minutes`,
    error: "pg_dump: error: connection to server failed: FATAL: the database system is shutting down",
  },
  {
    name: "Offsite copy of backups",
    interval: "daily",
    tags: ["backups"],
    notes: "If it fails twice in a row, check the credit of the storage account first.",
    comesAfterMs: 5 * HOUR_MS,
    variesByMs: 90 * MINUTE_MS,
    missesOneOf: 60,
    errsOneOf: 25,
    says: (luck) => `${count(luck, 900)} objects copied`,
    error: "rclone: 403 Forbidden: RequestTimeTooSkewed",
    today: "missing",
  },
  {
    name: "Restore drill",
    interval: "monthly",
    tags: ["backups"],
    comesAfterMs: 30 * HOUR_MS,
    variesByMs: 20 * HOUR_MS,
    missesOneOf: 12,
    says: (luck) => `restored and compared ${count(luck, 300)} tables`,
  },
  {
    name: "Invoice run",
    interval: "monthly",
    alertType: "smart",
    tags: ["billing", "critical"],
    comesAfterMs: 6 * HOUR_MS,
    variesByMs: 2 * HOUR_MS,
    says: (luck) => `${count(luck, 4_000)} invoices`,
  },
  {
    name: "Card charges",
    interval: "hourly",
    tags: ["billing", "critical"],
    comesAfterMs: 5 * MINUTE_MS,
    variesByMs: 6 * MINUTE_MS,
    missesOneOf: 900,
    errsOneOf: 400,
    says: (luck) => `${count(luck, 120)} charged`,
    error: "402 from the card processor: insufficient_quota",
    today: "errored",
  },
  {
    name: "Dunning letters",
    interval: "weekly",
    tags: ["billing"],
    comesAfterMs: 8 * HOUR_MS,
    variesByMs: 3 * HOUR_MS,
    missesOneOf: 30,
  },
  {
    name: "Search index refresh",
    interval: "4_hour",
    alertType: "smart",
    tags: ["search"],
    comesAfterMs: 12 * MINUTE_MS,
    variesByMs: 15 * MINUTE_MS,
    missesOneOf: 250,
    errsOneOf: 150,
    says: (luck) => `${count(luck, 80_000)} documents`,
    error: "cluster_block_exception: index read-only",
  },
  {
    name: "Sitemap",
    interval: "daily",
    tags: ["search", "web"],
    comesAfterMs: 7 * HOUR_MS,
    variesByMs: 10 * MINUTE_MS,
    missesOneOf: 45,
  },
  {
    name: "TLS certificate renewal",
    interval: "12_hour",
    tags: ["web", "critical"],
    comesAfterMs: 17 * MINUTE_MS,
    variesByMs: 60 * MINUTE_MS,
    missesOneOf: 200,
  },
  {
    name: "Log rotation on web1",
    interval: "daily",
    tags: ["web"],
    comesAfterMs: 25 * MINUTE_MS,
    variesByMs: MINUTE_MS,
    missesOneOf: 300,
    today: "paused",
  },
  {
    name: "Weekly report to the board",
    interval: "weekly",
    alertType: "smart",
    tags: ["reports"],
    comesAfterMs: 7 * HOUR_MS,
    variesByMs: 30 * MINUTE_MS,
    missesOneOf: 40,
  },
  {
    name: "Warehouse load",
    interval: "2_hour",
    tags: ["reports"],
    comesAfterMs: 20 * MINUTE_MS,
    variesByMs: 70 * MINUTE_MS,
    missesOneOf: 300,
    errsOneOf: 120,
    says: (luck) => `${count(luck, 2_000_000)} rows`,
    error: "deadlock detected, 3 retries exhausted",
  },
  {
    name: "Exchange rates",
    interval: "6_hour",
    tags: ["billing"],
    comesAfterMs: 2 * MINUTE_MS,
    variesByMs: 3 * MINUTE_MS,
    errsOneOf: 80,
    error: "upstream answered 503",
  },
  {
    name: "Queue drain",
    interval: "30_minute",
    tags: ["workers"],
    comesAfterMs: MINUTE_MS,
    variesByMs: 8 * MINUTE_MS,
    missesOneOf: 2_000,
    errsOneOf: 900,
    error: "redis: connection refused",
  },
  {
    name: "Quarterly archive",
    interval: "monthly",
    tags: ["backups"],
    comesAfterMs: 0,
    variesByMs: 0,
    today: "pending",
  },
];
