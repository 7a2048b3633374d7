import { monitorClock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { queues } from "@/lib/platform/queue";
import { registerGauges } from "./gauges";
import { createHealthServer } from "./health-server";
import { startWorkers } from "./start-workers";

await monitorClock();
await startWorkers(queues());
registerGauges(queues());
const healthServer = createHealthServer(queues());
healthServer.on("error", (error) => {
  log.fatal({ err: error }, "health server failed to start");
  process.exit(1);
});
healthServer.listen(env.WORKER_PORT, () => log.info({ port: env.WORKER_PORT }, "worker started"));

/** Finishes the jobs in progress, then ends. */
async function shutDown() {
  healthServer.close();
  healthServer.closeAllConnections();
  await queues().close();
  await db.$disconnect();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
