import { monitorClock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { endProcess } from "@/lib/platform/end-process";
import { env, requireVariables } from "@/lib/platform/env";
import { explainListenError } from "@/lib/platform/listen-error";
import { log } from "@/lib/platform/log";
import { logConsole } from "@/lib/platform/log-console";
import { lowerPriority } from "@/lib/platform/priority";
import { queues } from "@/lib/platform/queue";
import { watchSilence } from "@/lib/platform/silence";
import { RELEASE } from "@/lib/platform/version";
import { registerGauges } from "./gauges";
import { createHealthServer } from "./health-server";
import { listen } from "./listen";
import { startWorkers } from "./start-workers";
import { warmUp } from "./warm-up";

requireVariables("DATABASE_URL", "AUTH_SECRET");
logConsole();
// Check-ins go first: jobs wait for their answers.
lowerPriority();
void monitorClock();
watchSilence();
void warmUp();
const stopWorkers = startWorkers(queues());
registerGauges(queues());
const closeHealthServers = await listen(
  () => createHealthServer(queues()),
  env.WORKER_PORT,
  env.WORKER_HOST,
).catch((error: Error) =>
  endProcess(
    explainListenError(error, {
      portName: "WORKER_PORT",
      port: env.WORKER_PORT,
      hostName: "WORKER_HOST",
      host: env.WORKER_HOST,
    }),
  ),
);
log.info({ port: env.WORKER_PORT, ...RELEASE }, "worker started");

/**
 * Shorter than the time after which container engines kill a process. What is in progress then is begun again by another worker,
 * as after a crash.
 */
const SHUTDOWN_MS = 25_000;

/** Finishes the jobs in progress, then ends. */
async function shutDown() {
  // Not `process.exit`: it waits for threads, and one may wait for a file system that never answers.
  setTimeout(() => process.kill(process.pid, "SIGKILL"), SHUTDOWN_MS).unref();
  closeHealthServers();
  await stopWorkers();
  await db.$disconnect();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
