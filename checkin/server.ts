import { replayJournals } from "@/lib/check-ins/batcher";
import { closeCheckInPool } from "@/lib/check-ins/connection";
import { drain } from "@/lib/http/drain";
import { startListener, stopListener } from "@/lib/outages/listener";
import { stopRecorder } from "@/lib/outages/recorder";
import { monitorClock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { queues } from "@/lib/platform/queue";
import { createCheckInServer } from "./http-server";

/** Shorter than the time after which the supervisor kills the process. */
const SHUTDOWN_MS = 8_000;

void monitorClock();
await replayJournals();
// Before it listens, so that the time without a listener is known when the first check-in arrives.
await startListener();

const server = createCheckInServer();
server.on("error", (error) => {
  log.fatal({ err: error }, "check-in server failed to start");
  process.exit(1);
});
// Without a host it listens on both IPv6 and IPv4.
server.listen(env.CHECK_IN_PORT, () => log.info({ port: env.CHECK_IN_PORT }, "check-in server started"));

/** Leaves its load balancers, responds to the requests that it has accepted, then ends. */
async function shutDown() {
  setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
  await drain();
  server.close(async () => {
    await stopListener();
    await stopRecorder();
    await Promise.all([queues().close(), closeCheckInPool(), pool.end()]);
    process.exit(0);
  });
  server.closeIdleConnections();
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
