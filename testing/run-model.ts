/** A signal of a run, with its time in seconds. */
export type ModelSignal = {
  second: number;
  kind: "start" | "finish";
  rid: string | null;
  exitStatus: string;
  /** The machine; empty or absent if it does not say its name. */
  host?: string;
};

/** A pause until someone ends it, or its end. */
export type ModelPause = { second: number; kind: "pause" | "unpause" };

export const isSignal = (event: ModelSignal | ModelPause): event is ModelSignal => "rid" in event;

/** A run as a naive model has it. Times are in seconds. */
export type ModelRun = {
  rid: string | null;
  host: string;
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
 * What becomes of signals that arrive in order of time, and of pauses: a map from each name to its latest run, a list for those
 * without a name, and the status of a snitch that was healthy before, as it is without the pause. It shares no code with the rules.
 */
export function runModel(
  events: (ModelSignal | ModelPause)[],
  now: number,
): { runs: ModelRun[]; status: "healthy" | "errored" | "failed" } {
  const named = new Map<string, ModelRun>();
  const earlier: ModelRun[] = [];
  const unnamed: ModelRun[] = [];
  let status = "healthy" as "healthy" | "errored" | "failed";
  let isPaused = false;
  let erroredAt = -1;
  let healthyAt = -1;

  const running = () =>
    [...earlier, ...named.values(), ...unnamed].filter(({ outcome }) => outcome === "running");
  /** Whether its machine began another run before this one had exceeded its limit. */
  const isFollowed = ({ rid, host, alive }: ModelRun) =>
    [...earlier, ...named.values(), ...unnamed].some(
      (other) =>
        host !== "" &&
        other.host === host &&
        other.rid !== rid &&
        other.started !== null &&
        other.started > (alive ?? 0) &&
        other.started < (alive ?? 0) + MODEL.maxRuntime + MODEL.allowance,
    );
  const passTime = (until: number) => {
    const computeLimit = ({ alive }: ModelRun) => (alive ?? 0) + MODEL.maxRuntime;
    for (const run of running().sort((one, other) => computeLimit(one) - computeLimit(other))) {
      if (until - computeLimit(run) < MODEL.allowance) continue;
      if (isPaused || isFollowed(run)) {
        run.outcome = "abandoned";
        continue;
      }
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
    run.host = run.host || signal.host || "";
    run.endedWell = fine;
    run.saysWell = signal.exitStatus === "" || signal.exitStatus === "0";
    if (run.outcome !== "overran") run.outcome = fine ? "succeeded" : "failed";
    report(fine, signal.second);
  };
  const replace = ({ second, rid, host }: ModelSignal) => {
    for (const run of running())
      if (host && run.host === host && run.rid !== rid && (run.alive ?? 0) < second)
        run.outcome = "abandoned";
  };
  const newRun = (rid: string | null, started: number | null, host = ""): ModelRun => ({
    rid,
    host,
    started,
    alive: started,
    ended: null,
    exceeded: null,
    endedWell: false,
    saysWell: false,
    outcome: "running",
  });

  for (const event of events) {
    passTime(event.second);
    if (!isSignal(event)) {
      for (const run of running()) {
        const isDropped =
          event.kind === "pause"
            ? !isPaused
            : isPaused && (run.alive ?? 0) + MODEL.maxRuntime <= event.second;
        if (isDropped) run.outcome = "abandoned";
      }
      isPaused = event.kind === "pause";
      continue;
    }
    const signal = event;
    const { second, kind, rid, host } = signal;
    if (rid === null) {
      const last = unnamed.at(-1);
      if (kind === "start") {
        if (last?.outcome === "running") last.outcome = "abandoned";
        unnamed.push(newRun(null, second, host));
        replace(signal);
      } else if (last && last.ended === null) end(last, signal);
      else if (host) {
        // It says more than that the job ran.
        const own = newRun(null, null, host);
        unnamed.push(own);
        end(own, signal);
      } else report(isFine(newRun(null, null), signal), second);
      continue;
    }
    let run = named.get(rid);
    const isReused = run?.started !== null && second - (run?.ended ?? second) > MODEL.allowance;
    if (run && kind === "start" && isReused) {
      earlier.push(run);
      run = undefined;
    }
    if (!run) {
      named.set(rid, newRun(rid, kind === "start" ? second : null, host));
      const created = named.get(rid);
      if (kind === "start") replace(signal);
      if (kind === "finish" && created) end(created, signal);
    } else if (kind === "start") {
      if (run.outcome === "running" || (run.outcome === "abandoned" && run.ended === null)) {
        Object.assign(run, { outcome: "running", alive: second, host: run.host || host });
      }
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
