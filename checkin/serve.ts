import { openToCheckIns } from "@/lib/check-ins/batcher";
import { closeCheckInPools } from "@/lib/check-ins/connection";
import { drain } from "@/lib/http/drain";
import { stopListener } from "@/lib/outages/listener";
import { stopRecorder } from "@/lib/outages/recorder";
import { requireDataFolder } from "@/lib/platform/data-folder";
import { endProcess } from "@/lib/platform/end-process";
import { env } from "@/lib/platform/env";
import { explainListenError } from "@/lib/platform/listen-error";
import { log } from "@/lib/platform/log";
import { RELEASE } from "@/lib/platform/version";
import { createCheckInServer } from "./http-server";

/**
 * Takes check-ins. The returned function leaves the load balancers, responds to the requests that were accepted, and resolves when
 * this process holds no check-in anymore.
 */
export async function serveCheckIns(): Promise<() => Promise<void>> {
  requireDataFolder();
  await openToCheckIns({ listens: true });
  const server = createCheckInServer();
  const { CHECK_IN_PORT: port, HOST: host } = env;
  server.on("error", (error) =>
    endProcess(explainListenError(error, { portName: "CHECK_IN_PORT", port, hostName: "HOST", host })),
  );
  // Without a host it listens on both IPv6 and IPv4.
  server.listen(port, host, () => log.info({ port, host, ...RELEASE }, "check-in server started"));
  return async () => {
    await drain();
    const closed = new Promise((resolve) => server.close(resolve));
    server.closeIdleConnections();
    await closed;
    await stopListener();
    await stopRecorder();
    await closeCheckInPools();
  };
}
