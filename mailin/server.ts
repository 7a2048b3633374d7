import { readFileSync } from "node:fs";
import { openToCheckIns } from "@/lib/check-ins/batcher";
import { closeCheckInPools } from "@/lib/check-ins/connection";
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
import { HOUR_MS } from "@/lib/rules/durations";
import { createMailServer } from "./mail-server";

/** Shorter than the time after which the supervisor kills the process. */
const SHUTDOWN_MS = 8_000;
const CLOSE_MS = 6_000;

requireVariables("DATABASE_URL", "AUTH_SECRET", "MAIL_IN_PORT");
requireDataFolder();
const { MAIL_IN_PORT: port = 0, HOST: host, MAIL_IN_TLS_CERT: certFile, MAIL_IN_TLS_KEY: keyFile } = env;

logConsole();
void monitorClock();
// Listeners vouch for the check-ins of jobs that use HTTP, which this process does not receive.
await openToCheckIns({ listens: false });

const server = createMailServer({ tls: readTls(), closeMs: CLOSE_MS });
server.server.once("error", (error) =>
  endProcess(explainListenError(error, { portName: "MAIL_IN_PORT", port, hostName: "HOST", host })),
);
server.listen(port, host, () =>
  log.info({ port, domain: env.MAIL_IN_DOMAIN, ...RELEASE }, "mail server started"),
);
setInterval(renewTls, HOUR_MS).unref();

function readTls() {
  if (!certFile || !keyFile) return null;
  return { cert: readFile("MAIL_IN_TLS_CERT", certFile), key: readFile("MAIL_IN_TLS_KEY", keyFile) };
}

function readFile(name: string, file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    return endProcess(`${name}: ${file} cannot be read (${(error as NodeJS.ErrnoException).code}).`);
  }
}

/** Certificates are renewed in their files while the process runs. */
function renewTls() {
  if (!certFile || !keyFile) return;
  try {
    server.updateSecureContext({ cert: readFileSync(certFile), key: readFileSync(keyFile) });
  } catch (error) {
    log.error(
      { err: error },
      "MAIL_IN_TLS_CERT or MAIL_IN_TLS_KEY cannot be read; the previous ones stay in use",
    );
  }
}

/** Responds to the messages that it has received, then ends. */
function shutDown() {
  setTimeout(() => process.exit(0), SHUTDOWN_MS).unref();
  server.close(async () => {
    await stopRecorder();
    await Promise.all([queues().close(), closeCheckInPools(), pool.end()]);
    process.exit(0);
  });
}
process.once("SIGTERM", shutDown);
process.once("SIGINT", shutDown);
