import { db, pool } from "@/lib/db";
import { log } from "@/lib/log";
import { queues } from "@/lib/queue";
import { openWorkers } from "./open";

await openWorkers(queues());
log.info("watching the clock");
process.send?.("ready");

/** Finishes what is under way, then lets go. */
async function stop() {
  await queues().close();
  await db.$disconnect();
  await pool.end();
  process.exit(0);
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
