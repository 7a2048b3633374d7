import { serveCheckIns } from "@/checkin/serve";
import { monitorClock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { requireVariables } from "@/lib/platform/env";
import { logConsole } from "@/lib/platform/log-console";
import { lowerBackends } from "@/lib/platform/priority";

// Check-in server and worker in one process, for `PROCESSES=one`.

/** Shorter than the time after which the supervisor kills the process. */
const SHUTDOWN_MS = 8_000;

requireVariables("DATABASE_URL", "AUTH_SECRET");
logConsole();
// The connections for check-ins have a priority of their own.
lowerBackends();
void monitorClock();
const stopCheckIns = await serveCheckIns();
// Loaded afterwards: jobs wait for the check-in server, also when this process restarts.
const { runWorker } = await import("./run");
const stopWorker = await runWorker();

async function shutDown() {
  // Not `process.exit`: it waits for threads, and one may wait for a file system that never responds.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), SHUTDOWN_MS).unref();
  await stopCheckIns();
  await stopWorker();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
