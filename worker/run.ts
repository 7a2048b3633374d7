import { listenToChats } from "@/lib/chats/listen";
import { watchStalls } from "@/lib/platform/database-stall";
import { db } from "@/lib/platform/db";
import { endProcess } from "@/lib/platform/end-process";
import { env } from "@/lib/platform/env";
import { explainListenError } from "@/lib/platform/listen-error";
import { log } from "@/lib/platform/log";
import { queues } from "@/lib/platform/queue";
import { listUnwritable } from "@/lib/platform/unwritable-folder";
import { RELEASE } from "@/lib/platform/version";
import { copyPages } from "@/lib/status-pages/copies/copy-pages";
import { registerGauges } from "./gauges";
import { createHealthServer } from "./health-server";
import { listen } from "./listen";
import { SCHEDULE } from "./schedule";
import { startWorkers } from "./start-workers";
import { warmUp } from "./warm-up";

/** Does the work of a worker. The returned function resolves when the jobs in progress are finished, and the queues closed. */
export async function runWorker(): Promise<() => Promise<void>> {
  watchStalls();
  // It starts all the same: alerts do not wait for a folder of backups that is not mounted.
  for (const problem of listUnwritable(env)) log.error(problem);
  void warmUp();
  const chats = listenToChats();
  const stopWorkers = startWorkers(queues(), SCHEDULE, chats.wake);
  const stopCopying = copyPages();
  registerGauges(queues());
  const { WORKER_PORT: port, WORKER_HOST: host } = env;
  const closeHealthServers = await listen(() => createHealthServer(queues()), port, host).catch(
    (error: Error) =>
      endProcess(explainListenError(error, { portName: "WORKER_PORT", port, hostName: "WORKER_HOST", host })),
  );
  log.info({ port, ...RELEASE }, "worker started");
  return async () => {
    closeHealthServers();
    await Promise.all([chats.stop(), stopCopying(), stopWorkers()]);
    await db.$disconnect();
  };
}
