import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import path from "node:path";
import { startServer } from "next/dist/server/lib/start-server.js";
import { requireDataFolder } from "@/lib/platform/data-folder";
import { endProcess } from "@/lib/platform/end-process";
import { env, requireVariables } from "@/lib/platform/env";
import { explainListenError } from "@/lib/platform/listen-error";
import { log } from "@/lib/platform/log";
import { logConsole } from "@/lib/platform/log-console";
import { lowerPriority } from "@/lib/platform/priority";
import { RELEASE } from "@/lib/platform/version";

/** Longer than the minute for which load balancers keep idle connections; the check-in server does the same. */
const KEEP_ALIVE_MS = 65_000;

requireVariables("DATABASE_URL", "AUTH_SECRET");
requireDataFolder();
logConsole();
// Check-ins go first: jobs wait for their responses.
lowerPriority();
const { PORT: port, HOST: hostname } = env;

// Next.js would print a stack.
const probe = createServer();
probe.listen(port, hostname);
await once(probe, "listening").catch((error: Error) =>
  endProcess(explainListenError(error, { portName: "PORT", port, hostName: "HOST", host: hostname })),
);
await once(probe.close(), "close");

// `next start` would first load a compiler, with 100 MB, to read next.config.ts again. Next.js' own standalone server takes what
// the build made of it in this way.
const build = process.env.TATTLE_BUILD ?? ".next";
const settingsFile = path.join(build, "required-server-files.json");
if (!existsSync(settingsFile))
  endProcess(
    `TATTLE_BUILD: there are no built pages in ${path.resolve(build)}. Run npm run build, or correct it.`,
  );
const { config } = JSON.parse(readFileSync(settingsFile, "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);
// Next.js would add what `.env` has, which no other process reads on its own: the settings of another Tattle, or the file of a secret
// that is set.
process.env.__NEXT_PROCESSED_ENV = "true";

await startServer({
  dir: process.cwd(),
  isDev: false,
  port,
  hostname,
  keepAliveTimeout: KEEP_ALIVE_MS,
});
log.info({ port, host: hostname, ...RELEASE }, "web server started");
