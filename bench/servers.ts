import { type ChildProcess, fork, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { UserError } from "@/lib/platform/user-error.mjs";
import { build } from "@/scripts/build";
import { bundle } from "@/scripts/bundle.mjs";
import { runCommand } from "@/scripts/process.mjs";
import { CHECK_IN_OPTIONS } from "@/scripts/programs";
import { onShutdown } from "@/scripts/shutdown.mjs";

const NEXT = path.resolve("node_modules/next/dist/bin/next");

export type Running = { port: number; pid: number; stop: () => Promise<void> };

/**
 * Starts a part of the bench in a process that ends with this one. Like the servers it has a session of its own, as they have in
 * production: Linux may divide the processor among sessions, and all of a bench would have one share of it.
 */
export const forkDetached = (file: string): ChildProcess =>
  fork(file, { execArgv: ["--import", "tsx"], detached: true });

/** Starts a server in a separate process, and resolves when it responds. */
async function start(
  args: (port: number) => string[],
  given: Record<string, string | undefined> = {},
): Promise<Running> {
  const port = await getPort();
  const env = {
    ...process.env,
    ...given,
    NODE_ENV: "production" as const,
    CHECK_IN_PORT: String(port),
    PORT: String(port),
    WORKER_PORT: String(port),
  };
  const child = spawn(process.execPath, args(port), {
    env,
    stdio: ["ignore", "ignore", "inherit"],
    detached: true,
  });
  const exited = new Promise((resolve) => child.once("exit", resolve));
  const stop = onShutdown(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  await waitUntilServing(port, child);
  return { port, pid: child.pid ?? 0, stop };
}

async function waitUntilServing(port: number, child: ChildProcess) {
  for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(50)) {
    if (child.exitCode !== null) break;
    if (await fetch(`http://127.0.0.1:${port}/healthz`).catch(() => null)) return;
  }
  throw new UserError("A server of the bench did not start: see above.");
}

const BARE = `require("node:http")
  .createServer((_, response) => response.writeHead(200, { "Content-Length": 3 }).end("ok\\n"))
  .listen(process.env.PORT)`;

export const startBare = () => start(() => ["-e", BARE]);

/** `compiled`: the folder of the programs of another commit. */
export async function startCheckIn(given: Record<string, string> = {}, compiled?: string): Promise<Running> {
  const folder = compiled ?? (await bundle());
  return start(() => [...CHECK_IN_OPTIONS, path.join(folder, "checkin.js")], given);
}

export async function startWorker(given: Record<string, string>): Promise<Running> {
  const folder = await bundle();
  return start(() => [path.join(folder, "worker.js")], given);
}

/** A Next.js app with one empty route handler: the difference to it is the cost of our own code. */
export async function startEmptyNext(folder: string): Promise<Running> {
  mkdirSync(path.join(folder, "app", "[token]"), { recursive: true });
  writeFileSync(path.join(folder, "package.json"), "{}");
  // Without these files, Next.js would use ours from the folders above.
  writeFileSync(path.join(folder, "next.config.mjs"), "export default {};\n");
  writeFileSync(path.join(folder, "instrumentation.js"), "export const register = () => {};\n");
  writeFileSync(
    path.join(folder, "app", "[token]", "route.js"),
    'export const dynamic = "force-dynamic";\nexport const GET = () => new Response("ok\\n");\n',
  );
  const env = { NODE_ENV: "production", TATTLE_BUILD: undefined };
  await runCommand(process.execPath, [NEXT, "build", folder], {
    env,
    failure: "The empty Next.js was not built.",
  });
  return start((port) => [NEXT, "start", folder, "-p", String(port)]);
}

export async function startWeb(given: Record<string, string> = {}): Promise<Running> {
  const env = {
    ...process.env,
    ...given,
    NODE_ENV: "production" as const,
    APP_URL: "http://localhost:3000",
    CHECK_IN_URL: "http://localhost:3001",
    NEXTAUTH_URL: "http://localhost:3000",
    NEXTAUTH_SECRET: process.env.AUTH_SECRET,
  };
  const compiled = await bundle();
  const folders = { TATTLE_BUILD: await build(), TATTLE_COMPILED: compiled };
  return start(() => [path.join(compiled, "web.js")], { ...env, ...folders });
}
