import { pool } from "@/lib/platform/db";
import type { Load, LoadResult } from "./load";
import { forkDetached, type Running } from "./servers";

const CONNECTIONS = 64;

/** A server under one kind of load. `load`: what differs from a plain check-in of every snitch in turn. */
export type Contender = {
  name: string;
  running: Running;
  load: Pick<Load, "snitches"> & Partial<Load>;
  rounds: LoadResult[];
};

/** Sends load to a server, from a separate process. */
export const runLoad = (contender: Contender): Promise<LoadResult> => startLoad(contender).result;

/** The same, and `stop` ends it before its time. */
export function startLoad({ running, load }: Contender): { result: Promise<LoadResult>; stop: () => void } {
  const target: Load = {
    port: running.port,
    prefix: "",
    connections: CONNECTIONS,
    warmUpMs: 1_500,
    measuredMs: 3_000,
    ...load,
  };
  const generator = forkDetached("bench/load.ts");
  generator.send(target);
  const result = new Promise<LoadResult>((resolve, reject) => {
    generator.once("message", (result) => resolve(result as LoadResult));
    generator.once("error", reject).once("exit", () => reject(new Error("The load generator ended early.")));
  }).finally(() => generator.kill());
  return { result, stop: () => generator.send("stop") };
}

/** One round of load on one server. The other servers run meanwhile, but are idle. */
export async function runRound(contender: Contender): Promise<void> {
  const { name, rounds } = contender;
  const result = await runLoad(contender);
  const { perSecond, p50Ms, p99Ms, refused } = result;
  const figures = [
    `${Math.round(perSecond).toLocaleString("en").padStart(7)}/s`,
    `p50 ${p50Ms.toFixed(1).padStart(5)} ms`,
    `p99 ${p99Ms.toFixed(1).padStart(5)} ms`,
  ];
  console.log(`${name.padEnd(24)} ${figures.join("   ")}`);
  if (refused > 0) throw new Error(`${name} refused ${refused} requests`);
  rounds.push(result);
}

/** The best round counts, because other work on the machine only slows a server down. */
export const best = ({ rounds }: Contender) => Math.max(...rounds.map(({ perSecond }) => perSecond));

/** How many requests of all rounds got a 2xx. */
export const countAccepted = ({ rounds }: Contender) =>
  rounds.reduce((sum, { accepted }) => sum + accepted, 0);

/** Checks that the database contains every check-in that got a 202, and each only once. */
export async function checkRecorded(accepted: number): Promise<void> {
  const { rows } = await pool.query(
    "SELECT count(*)::int AS count, count(DISTINCT id)::int AS different FROM check_ins WHERE accepted",
  );
  const [{ count, different }] = rows;
  if (count !== accepted || different !== accepted)
    throw new Error(
      `${accepted} check-ins got a 202, but the database has ${count} rows with ${different} ids`,
    );
  console.log(
    `${accepted.toLocaleString("en")} check-ins got a 202: the database contains each of them once.`,
  );
}
