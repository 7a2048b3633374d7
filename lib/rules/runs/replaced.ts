import { isHealthy } from "../reports/report";
import type { RunSignal } from "./apply-signal";
import { lastSignalAt, type Run } from "./run";

type Later = Pick<RunSignal, "at" | "kind" | "rid" | "exclusive" | "host" | "env" | "exitStatus">;

/**
 * Whether no one is waiting for a run anymore after a later signal of another one. `begins`: it begins a run.
 *
 * - The machine of the run has begun another one of the same job: the run has ended there, and could not say so.
 * - The job has one open run at a time: any start, a finish that names no run, and a failure end the wait for it.
 */
export function isReplacedBy(run: Run, later: Later, begins: boolean): boolean {
  if (run.rid === later.rid || lastSignalAt(run) >= later.at) return false;
  if (begins && isSameMachine(run, later)) return true;
  if (!run.exclusive) return false;
  return later.kind === "start" ? later.exclusive : later.rid === null || !isHealthy(later);
}

/** A machine is known by the name that it sends only: many have one address. */
const isSameMachine = (run: Run, { host, env }: Later) =>
  run.host !== "" && run.host === host && run.env === env;
