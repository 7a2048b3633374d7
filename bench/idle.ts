import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import path from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import getPort from "get-port";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { withClient } from "@/lib/platform/postgres-server";
import { UserError } from "@/lib/platform/user-error.mjs";
import { npmCommand } from "@/scripts/process.mjs";
import { onShutdown } from "@/scripts/shutdown.mjs";
import { cpuMs, listProcesses, type Process, proportionalMemory, withDescendants } from "@/testing/processes";
import { MB, type Measured, percentUnder, smallerThan, under } from "./measured";

/**
 * After this time, memory that only the start needs is free again, which V8 collects within 40 s, and the canary has told of its
 * first miss: both take as much CPU time as a minute of rest.
 */
const SETTLE_MS = 120_000;
const STARTS = 3;
/** How many snitches wait for their jobs while Tattle is idle, and for how long its CPU time is measured. */
const SNITCHES = 1_000;
const MEASURED_MS = 60_000;

type Started = { ports: Record<string, string>; pid: number; tookMs: number; stop: () => Promise<void> };

/** Runs `npm start` with its own database. Resolves when it prints that it serves. */
async function npmStart(dataDir: string): Promise<Started> {
  const startedAt = performance.now();
  const [program = "npm", ...first] = npmCommand();
  const [PORT = "", CHECK_IN_PORT = "", WORKER_PORT = ""] = [
    await getPort(),
    await getPort(),
    await getPort(),
  ].map(String);
  const ports = { PORT, CHECK_IN_PORT, WORKER_PORT };
  const env = {
    ...process.env,
    DATABASE_URL: "",
    DATA_DIR: dataDir,
    ...ports,
  };
  const child = spawn(program, [...first, "start"], { env, stdio: ["ignore", "pipe", "inherit"] });
  const exited = once(child, "exit");
  const stop = onShutdown(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  let output = "";
  const serving = new Promise<number>((resolve) => {
    child.stdout.setEncoding("utf8").on("data", (text) => {
      output += text;
      if (output.includes("Tattle is serving")) resolve(performance.now() - startedAt);
    });
  });
  const tookMs = await Promise.race([serving, exited.then(() => null)]);
  if (tookMs === null) throw new UserError("Tattle did not start: see above.", output);
  return { ports, pid: child.pid ?? 0, tookMs, stop };
}

/** The processes of a start without npm: the supervisor with its three processes, and Postgres with its backends. */
function listTattleProcesses(npmPid: number, dataDir: string): Process[] {
  const all = listProcesses();
  const [postmaster] = readFileSync(path.join(dataDir, "postgres", "data", "postmaster.pid"), "utf8").split(
    "\n",
  );
  const tattle = withDescendants(npmPid, all).filter(({ command }) => !/^npm |^sh /.test(command));
  return [...tattle, ...withDescendants(Number(postmaster), all)];
}

const NAMES: [RegExp, string][] = [
  [/scripts\/start\.mjs/, "supervisor"],
  [/next/, "web"],
  [/checkin\.js/, "checkin"],
  [/worker\.js/, "worker"],
  [/postgres/, "postgres"],
];
const chooseName = ({ command }: Process) => NAMES.find(([pattern]) => pattern.test(command))?.[1] ?? command;

/** Adds snitches of ten cases, whose deadlines come after the bench. */
async function addSnitches(dataDir: string): Promise<void> {
  const { url } = await startPostgres(path.join(dataDir, "postgres"));
  await withClient(url("tattle"), (client) =>
    client.query(
      `WITH added AS (INSERT INTO cases (id, name) SELECT new_id(), 'Case ' || n FROM generate_series(1, 10) n RETURNING id),
         numbered AS (SELECT id, row_number() OVER () AS position FROM added)
       INSERT INTO snitches (id, token, name, interval, status, deadline, checked_in_at, case_id)
       SELECT new_id(), md5(n::text), 'Job ' || n, 'daily', 'healthy', now() + (n + 60) * interval '1 minute', now(), numbered.id
       FROM generate_series(1, ${SNITCHES}) n JOIN numbered ON position = n % 10 + 1`,
    ),
  );
}

/** The CPU time that the processes have taken so far, in milliseconds, by name. That of a backend that has ended is its parent’s. */
function cpuByName(npmPid: number, dataDir: string): Map<string, number> {
  const byName = new Map<string, number>();
  for (const each of listTattleProcesses(npmPid, dataDir))
    byName.set(chooseName(each), (byName.get(chooseName(each)) ?? 0) + cpuMs(each));
  return byName;
}

/** The share of one core that each process takes over a minute, in percent, by its name. */
async function measureLoad(npmPid: number, dataDir: string): Promise<Map<string, number>> {
  const before = cpuByName(npmPid, dataDir);
  const startedAt = performance.now();
  await sleep(MEASURED_MS);
  const elapsedMs = performance.now() - startedAt;
  const share = ([name, usedMs]: [string, number]): [string, number] => [
    name,
    (100 * (usedMs - (before.get(name) ?? 0))) / elapsedMs,
  ];
  return new Map([...cpuByName(npmPid, dataDir)].map(share));
}

/** Resolves when nothing else is measured, if this is one of several benches. */
async function untilOthersEnd(): Promise<void> {
  if (!process.send) return;
  process.send("resting");
  await once(process, "message");
}

/** Measures the memory and the load of an idle Tattle, the duration of a second start, and the size of the packages. */
export async function bench(): Promise<Measured[]> {
  const dataDir = path.resolve(process.env.DATA_DIR ?? ".data", "idle");
  // The first start creates the database and builds.
  const first = await npmStart(dataDir);
  await addSnitches(dataDir);
  await first.stop();
  const packages = Number(
    spawnSync("du", ["-sk", "node_modules"], { encoding: "utf8" }).stdout.split("\t")[0],
  );
  const starts: number[] = [];
  const memory = new Map<string, number>();
  let load = new Map<string, number>();
  for (let i = 0; i < STARTS; i += 1) {
    const { pid, tookMs, stop } = await npmStart(dataDir);
    starts.push(tookMs);
    if (i === STARTS - 1) {
      await Promise.all([sleep(SETTLE_MS), untilOthersEnd()]);
      for (const child of listTattleProcesses(pid, dataDir))
        memory.set(chooseName(child), (memory.get(chooseName(child)) ?? 0) + proportionalMemory(child));
      load = await measureLoad(pid, dataDir);
    }
    await stop();
  }
  for (const [name, bytes] of memory)
    console.log(
      `${name.padEnd(12)} ${(bytes / MB).toFixed(0).padStart(5)} MB ${(load.get(name) ?? 0).toFixed(2).padStart(7)} % of a core`,
    );
  return [
    smallerThan("idle: memory of all processes and Postgres", sum([...memory.values()]), 480 * MB),
    percentUnder(
      `idle: load of one core, with ${SNITCHES.toLocaleString("en")} snitches`,
      sum([...load.values()]),
      0.7,
    ),
    under("a second npm start until it serves", Math.min(...starts), 3_000),
    smallerThan("node_modules", packages * 1_024, 900 * MB),
  ];
}

const sum = (figures: number[]) => figures.reduce((total, figure) => total + figure, 0);
