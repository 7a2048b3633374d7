import { keepJournals } from "@/lib/check-ins/batcher";
import { closeCheckIns } from "@/lib/check-ins/connection";
import { watchClock } from "@/lib/platform/clock";
import { pool } from "@/lib/platform/db";
import { env } from "@/lib/platform/env";
import { log } from "@/lib/platform/log";
import { queues } from "@/lib/platform/queue";
import { openDoor } from "./http-server";

/** Less than the supervisor waits before it kills. */
const GRACE_MS = 8_000;

void watchClock();
await keepJournals();

const door = openDoor();
door.on("error", (fault) => {
  log.fatal({ err: fault }, "cannot take check-ins");
  process.exit(1);
});
// Without a host it is both IPv6 and IPv4.
door.listen(env.CHECK_IN_PORT, () => log.info({ port: env.CHECK_IN_PORT }, "taking check-ins"));

/** Answers what was accepted, then lets go. */
function stop() {
  setTimeout(() => process.exit(0), GRACE_MS).unref();
  door.close(async () => {
    await Promise.all([queues().close(), closeCheckIns(), pool.end()]);
    process.exit(0);
  });
  door.closeIdleConnections();
}
process.once("SIGTERM", stop);
process.once("SIGINT", stop);
