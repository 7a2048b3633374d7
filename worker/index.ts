import { monitorClock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { requireVariables } from "@/lib/platform/env";
import { logConsole } from "@/lib/platform/log-console";
import { lowerPriority } from "@/lib/platform/priority";
import { runWorker } from "./run";

/**
 * Shorter than the time after which container engines kill a process. What is in progress then is begun again by another worker,
 * as after a crash.
 */
const SHUTDOWN_MS = 25_000;

requireVariables("DATABASE_URL", "AUTH_SECRET");
logConsole();
// Check-ins go first: jobs wait for their responses.
lowerPriority();
void monitorClock();
const stop = await runWorker();

/** Finishes the jobs in progress, then ends. */
async function shutDown() {
  // Not `process.exit`: it waits for threads, and one may wait for a file system that never responds.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), SHUTDOWN_MS).unref();
  await stop();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
