/** A signal of a run, with its time in seconds. */
export type ModelSignal = {
  second: number;
  kind: "start" | "finish";
  rid: string | null;
  exitStatus: string;
};

/** A run as a naive model has it. Times are in seconds. */
export type ModelRun = {
  rid: string | null;
  started: number | null;
  alive: number | null;
  ended: number | null;
  /** The limit that it exceeded. */
  exceeded: number | null;
  endedWell: boolean;
  /** Whether the exit status at its end was a good one. */
  saysWell: boolean;
  outcome: "running" | "succeeded" | "failed" | "overran" | "abandoned";
};

/** The longest and the shortest runtime of the model's snitch, in seconds, and how long a finish may take to arrive. */
export const MODEL = { maxRuntime: 600, minRuntime: 20, allowance: 60 };

/**
 * What becomes of signals that arrive in order of time: a map from each name to its latest run, a list for those without a name,
 * and the status of a snitch that was healthy before. It shares no code with the rules.
 */
export function runModel(
  signals: ModelSignal[],
  now: number,
): { runs: ModelRun[]; status: "healthy" | "errored" | "failed" } {
  const named = new Map<string, ModelRun>();
  const earlier: ModelRun[] = [];
  const unnamed: ModelRun[] = [];
  let status = "healthy" as "healthy" | "errored" | "failed";
  let erroredAt = -1;
  let healthyAt = -1;

  const passTime = (until: number) => {
    const running = () => [...named.values(), ...unnamed].filter(({ outcome }) => outcome === "running");
    const computeLimit = ({ alive }: ModelRun) => (alive ?? 0) + MODEL.maxRuntime;
    for (const run of running().sort((one, other) => computeLimit(one) - computeLimit(other))) {
      if (until - computeLimit(run) < MODEL.allowance) continue;
      run.outcome = "overran";
      run.exceeded = computeLimit(run);
      status = "failed";
    }
  };
  const report = (isHealthy: boolean, second: number) => {
    status = isHealthy ? "healthy" : "errored";
    if (isHealthy) healthyAt = second;
    else erroredAt = second;
  };
  const isFine = (run: ModelRun, { second, exitStatus }: ModelSignal) =>
    (exitStatus === "" || exitStatus === "0") &&
    (run.started === null || second - run.started >= MODEL.minRuntime);
  const end = (run: ModelRun, signal: ModelSignal) => {
    const fine = isFine(run, signal);
    run.ended = signal.second;
    run.endedWell = fine;
    run.saysWell = signal.exitStatus === "" || signal.exitStatus === "0";
    if (run.outcome !== "overran") run.outcome = fine ? "succeeded" : "failed";
    report(fine, signal.second);
  };
  const newRun = (rid: string | null, started: number | null): ModelRun => ({
    rid,
    started,
    alive: started,
    ended: null,
    exceeded: null,
    endedWell: false,
    saysWell: false,
    outcome: "running",
  });

  for (const signal of signals) {
    const { second, kind, rid } = signal;
    passTime(second);
    if (rid === null) {
      const last = unnamed.at(-1);
      if (kind === "start") {
        if (last?.outcome === "running") last.outcome = "abandoned";
        unnamed.push(newRun(null, second));
      } else if (last && last.ended === null) end(last, signal);
      else report(isFine(newRun(null, null), signal), second);
      continue;
    }
    let run = named.get(rid);
    const isReused = run?.started !== null && second - (run?.ended ?? second) > MODEL.allowance;
    if (run && kind === "start" && isReused) {
      earlier.push(run);
      run = undefined;
    }
    if (!run) {
      named.set(rid, newRun(rid, kind === "start" ? second : null));
      const created = named.get(rid);
      if (kind === "finish" && created) end(created, signal);
    } else if (kind === "start") {
      if (run.outcome === "running") run.alive = second;
    } else if (run.ended === null) end(run, signal);
    else {
      const says = signal.exitStatus === "" || signal.exitStatus === "0";
      const fine = says === run.saysWell ? run.endedWell : isFine(run, signal);
      if (fine !== run.endedWell) end(run, signal);
      else if (fine ? !(status === "errored" && erroredAt > run.ended) : healthyAt <= run.ended) {
        report(fine, second);
      }
    }
  }
  passTime(now);
  return { runs: [...earlier, ...named.values(), ...unnamed], status };
}
