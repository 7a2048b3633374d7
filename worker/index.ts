import { watchClock } from "@/lib/platform/clock";
import { db, pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { queues } from "@/lib/platform/queue";
import { tellGauges } from "./gauges";
import { openMonitor } from "./health-server";
import { openWorkers } from "./start-workers";

await watchClock();
await openWorkers(queues());
tellGauges(queues());
const monitor = openMonitor(queues());
monitor.on("error", (fault) => {
  log.fatal({ err: fault }, "cannot tell how the worker is");
  process.exit(1);
});
monitor.listen(env.WORKER_PORT, () => log.info({ port: env.WORKER_PORT }, "watching the clock"));

/** Finishes what is under way, then lets go. */
async function stop() {
  monitor.close();
  monitor.closeAllConnections();
  await queues().close();
  await db.$disconnect();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
