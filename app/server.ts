import { readFileSync } from "node:fs";
import path from "node:path";
import { startServer } from "next/dist/server/lib/start-server.js";

/** Longer than the minute for which load balancers keep idle connections; the check-in server does the same. */
const KEEP_ALIVE_MS = 65_000;

// `next start` would first load a compiler, with 100 MB, to read next.config.ts again. Next.js' own standalone server takes what
// the build made of it in this way.
const build = process.env.TATTLE_BUILD ?? ".next";
const { config } = JSON.parse(readFileSync(path.join(build, "required-server-files.json"), "utf8"));
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config);

await startServer({
  dir: process.cwd(),
  isDev: false,
  port: Number(process.env.PORT || 3000),
  keepAliveTimeout: KEEP_ALIVE_MS,
});
