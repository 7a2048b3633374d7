import { monitorClock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { requireVariables } from "@/lib/platform/env";
import { logConsole } from "@/lib/platform/log-console";
import { queues } from "@/lib/platform/queue";
import { serveCheckIns } from "./serve";

/** Shorter than the time after which the supervisor kills the process. */
const SHUTDOWN_MS = 8_000;

requireVariables("DATABASE_URL", "AUTH_SECRET");
logConsole();
void monitorClock();
const stop = await serveCheckIns();

async function shutDown() {
  setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
  await stop();
  await Promise.all([queues().close(), pool.end()]);
  process.exit(0);
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
