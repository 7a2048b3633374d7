import { monitorClock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { queues } from "@/lib/platform/queue";
import { watchSilence } from "@/lib/platform/silence";
import { registerGauges } from "./gauges";
import { createHealthServer } from "./health-server";
import { listen } from "./listen";
import { startWorkers } from "./start-workers";
import { warmUp } from "./warm-up";

void monitorClock();
watchSilence();
void warmUp();
const stopWorkers = startWorkers(queues());
registerGauges(queues());
const closeHealthServers = await listen(
  () => createHealthServer(queues()),
  env.WORKER_PORT,
  env.WORKER_HOST,
).catch((error: Error) => {
  log.fatal({ err: error }, "health server failed to start");
  process.exit(1);
});
log.info({ port: env.WORKER_PORT }, "worker started");

/** Finishes the jobs in progress, then ends. */
async function shutDown() {
  closeHealthServers();
  await stopWorkers();
  await db.$disconnect();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
