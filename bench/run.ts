import { spawn } from "node:child_process";
import { once } from "node:events";
import { rmSync } from "node:fs";
import path from "node:path";
import { startPostgres } from "@/lib/platform/embedded-postgres/start";
import { UserError } from "@/lib/platform/user-error.mjs";
import { step } from "@/scripts/progress.mjs";
import { onShutdown } from "@/scripts/shutdown.mjs";
import { prepareDatabase } from "./database";
import { compare, isAccepted } from "./history";
import { readHistory, storeFigures } from "./history-file";
import type { Measured } from "./measured";
import { table } from "./table";
import { measureYardstick } from "./yardstick";

const BENCHES: Record<string, () => Promise<{ bench: () => Promise<Measured[]> }>> = {
  api: () => import("./api"),
  checkin: () => import("./checkin"),
  pair: () => import("./pair"),
  pages: () => import("./pages"),
  status: () => import("./status-page"),
  delivery: () => import("./delivery"),
  sweep: () => import("./sweep"),
  idle: () => import("./idle"),
  storms: () => import("./storms"),
  fairness: () => import("./fairness"),
  evidence: () => import("./evidence"),
  short: () => import("./short"),
};

/** What CI runs after each change is not a part of the whole: its limits are wide. */
const SHORT = "short";

/** Starts Tattle with its own database. It comes first, and says when it rests: others are measured meanwhile. */
const IDLE = "idle";

/**
 * Runs benches one after the other and prints all figures in one table, alongside those of earlier runs. Returns the exit code:
 * 0 if each figure is as good as it used to be. One with too few earlier runs must reach its goal.
 */
export async function run(args: string[]): Promise<number> {
  const names = args.filter((arg) => !arg.startsWith("--"));
  const unknown = names.find((name) => !(name in BENCHES));
  if (unknown)
    throw new UserError(`There is no bench “${unknown}”. There are: ${Object.keys(BENCHES).join(", ")}.`);

  const [only, ...others] = names.length > 0 ? names : Object.keys(BENCHES).filter((name) => name !== SHORT);
  const measured =
    only && others.length === 0 ? await measure(only) : await measureEach([only ?? "", ...others]);
  if (process.send) return sendToParent(measured);
  if (only === SHORT) return judge(measured);
  const compared = compare(measured, readHistory());
  console.log(`\n${table(compared)}\n`);
  console.log(storeFigures(measured, new Date()));
  if (args.includes("--json")) console.log(JSON.stringify({ measured }));
  return compared.every(isAccepted) ? 0 : 1;
}

/** Prints the figures, and last how many are within their limits, as a run of tests does. */
function judge(measured: Measured[]): number {
  console.log(`\n${table(compare(measured, []))}\n`);
  const failed = measured.filter(({ isMet }) => !isMet).length;
  console.log(`${measured.length - failed} passed, ${failed} failed`);
  return failed === 0 ? 0 : 1;
}

/** The parent process must receive the figures before this one ends. It compares and prints them. */
async function sendToParent(measured: Measured[]): Promise<number> {
  await new Promise((sent) => process.send?.({ measured }, sent));
  return 0;
}

/** Runs each bench in a separate process, so that none slows the next one down. */
async function measureEach(names: string[]): Promise<Measured[]> {
  const idle = names.includes(IDLE) ? measureInProcess(IDLE) : null;
  if (idle) await step("Bench idle, until it rests", () => idle.rests, { ticking: false });
  const measured: Measured[] = [];
  const others = names.filter((name) => name !== IDLE);
  for (const [i, name] of others.entries()) {
    const title = `Bench ${i + 1} of ${others.length}: ${name}`;
    measured.push(...(await step(title, () => measureInProcess(name).measured, { ticking: false })));
  }
  if (!idle) return measured;
  idle.end();
  return measured.concat(await step("The end of its rest", () => idle.measured));
}

/** `rests`: resolves when the bench rests, or is over. `end`: says that nothing else is measured. */
type Measuring = { measured: Promise<Measured[]>; rests: Promise<unknown>; end: () => void };

function measureInProcess(name: string): Measuring {
  const child = spawn(process.execPath, ["scripts/bench.mjs", name], {
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let measured: Measured[] | undefined;
  const exited = once(child, "exit");
  const rests = new Promise((resolve) => {
    child.on("message", (message: { measured: Measured[] } | "resting") => {
      if (message === "resting") resolve(message);
      else measured = message.measured;
    });
    exited.then(resolve);
  });
  onShutdown(async () => {
    child.kill("SIGTERM");
    await exited;
  });
  const failed = { what: name, seen: "did not finish", goal: "", isMet: false, figure: null };
  const end = () => void (child.connected && child.send("end"));
  return { measured: exited.then(() => measured ?? [failed]), rests, end };
}

/** Runs one bench, on its own Postgres with durable commits. */
async function measure(name: string): Promise<Measured[]> {
  const folder = path.resolve(".data", "bench", String(process.pid));
  onShutdown(async () => rmSync(folder, { recursive: true, force: true }));
  const databaseUrl = name === IDLE ? "" : await openDatabase(folder);
  Object.assign(process.env, {
    DATABASE_URL: databaseUrl,
    LOG_LEVEL: "error",
    DATA_DIR: folder,
    REDIS_URL: "",
    AUTH_SECRET: "only-the-benches-sign-with-this-secret",
  });
  const { bench } = (await BENCHES[name]?.()) ?? { bench: async () => [] };
  const before = measureYardstick();
  const measured = await bench();
  const yardstickMs = Math.min(before, measureYardstick());
  return measured.map((each) => inYardsticks(each, yardstickMs));
}

/** A duration becomes a ratio to the yardstick of the same run, so that it can be compared with other runs. */
const inYardsticks = (measured: Measured, yardstickMs: number): Measured =>
  measured.figure?.unit === "ms"
    ? {
        ...measured,
        figure: { ...measured.figure, unit: "ratio", value: measured.figure.value / yardstickMs },
      }
    : measured;

async function openDatabase(folder: string): Promise<string> {
  const { url, remove } = await startPostgres(folder, { durable: true });
  onShutdown(remove);
  return prepareDatabase(url("postgres"), "bench");
}
