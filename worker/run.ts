import { listenToChats } from "@/lib/chats/listen";
import { renderContent } from "@/lib/mail/templates/render";
import { testMailContent } from "@/lib/mail/templates/test-mail";
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

/**
 * Renders an email that is not sent: loading React and rendering for the first time takes half a second, in which a worker
 * does nothing else, and the first alert would wait for it. Never fails: webhooks are sent without it.
 */
async function warmUp(): Promise<void> {
  const content = testMailContent({ requestedBy: "", at: new Date(0), zone: "UTC", url: env.APP_URL });
  await renderContent(content).catch((error) => log.error({ err: error }, "no email can be rendered"));
}
