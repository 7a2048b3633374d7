import { openToCheckIns } from "@/lib/check-ins/batcher";
import { closeCheckInPools } from "@/lib/check-ins/connection";
import { drain } from "@/lib/http/drain";
import { stopListener } from "@/lib/outages/listener";
import { stopRecorder } from "@/lib/outages/recorder";
import { monitorClock } from "@/lib/platform/clock";
import { requireDataFolder } from "@/lib/platform/data-folder";
import { pool } from "@/lib/platform/db";
import { endProcess } from "@/lib/platform/end-process";
import { env, requireVariables } from "@/lib/platform/env";
import { explainListenError } from "@/lib/platform/listen-error";
import { log } from "@/lib/platform/log";
import { logConsole } from "@/lib/platform/log-console";
import { queues } from "@/lib/platform/queue";
import { RELEASE } from "@/lib/platform/version";
import { createCheckInServer } from "./http-server";

/** Shorter than the time after which the supervisor kills the process. */
const SHUTDOWN_MS = 8_000;

requireVariables("DATABASE_URL", "AUTH_SECRET");
requireDataFolder();
logConsole();
void monitorClock();
await openToCheckIns({ listens: true });

const server = createCheckInServer();
const { CHECK_IN_PORT: port, HOST: host } = env;
server.on("error", (error) =>
  endProcess(explainListenError(error, { portName: "CHECK_IN_PORT", port, hostName: "HOST", host })),
);
// Without a host it listens on both IPv6 and IPv4.
server.listen(port, host, () => log.info({ port, host, ...RELEASE }, "check-in server started"));

/** Leaves its load balancers, responds to the requests that it has accepted, then ends. */
async function shutDown() {
  setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
  await drain();
  server.close(async () => {
    await stopListener();
    await stopRecorder();
    await Promise.all([queues().close(), closeCheckInPools(), pool.end()]);
    process.exit(0);
  });
  server.closeIdleConnections();
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
