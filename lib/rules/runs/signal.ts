import { normalizeExitStatus } from "../reports/report";
import { fewMetrics, NO_FACTS, type RunFacts } from "./run";

/** What a request to a check-in URL says about a run. A plain check-in, as the specification has it, says nothing. */
export type Signal = RunFacts & {
  /** A log and a request that is ignored, by the filters of its snitch or for what it says, are only kept. */
  kind: "start" | "finish" | "log" | "ignored";
  /** The job's own name for the run; null if it sends none. */
  rid: string | null;
  /** A start by a protocol with one open run at a time. */
  exclusive?: true;
  /** Whether the path says what the request means, such as `/<token>/fail`. */
  isInPath: boolean;
};

/** A finish that says no more than that the job ran. */
export const NOTHING_SAID: Signal = { ...NO_FACTS, kind: "finish", rid: null, isInPath: false };

/** Whether a signal changes neither its snitch nor a run. */
export const isOnlyKept = ({ kind }: Pick<Signal, "kind">) => kind === "log" || kind === "ignored";

/** The names that mean something in a query, a form or JSON, alongside `s`, `m` and `metric.<name>`. */
const NAMES = ["rid", "d", "host", "env"];

const METRIC = "metric.";

/** Whether a parameter says something about a run. */
export const isRunParameter = (name: string) => NAMES.includes(name) || name.startsWith(METRIC);

const MAX_NAME_CHARACTERS = 64;
const MAX_TEXT_CHARACTERS = 255;
const MAX_DURATION_SECONDS = 366 * 86_400;

/**
 * What the path and the parameters say about a run; null if they say nothing. Values that cannot be used are left out,
 * because a check-in is never refused for them.
 */
export function parseSignal(pathSignal: string | null, parameters: Map<string, string>): Signal | null {
  if (pathSignal === null && ![...parameters.keys()].some(isRunParameter)) return null;
  return {
    kind: pathSignal === "start" || pathSignal === "log" ? pathSignal : "finish",
    rid: nameFrom(parameters.get("rid")),
    reportedMs: durationFrom(parameters.get("d")),
    host: textFrom(parameters.get("host")),
    env: textFrom(parameters.get("env")),
    metrics: metricsFrom(parameters),
    isInPath: pathSignal !== null,
  };
}

/** The exit status that a path means; null if it means none. `/fail` keeps the status that the job sends besides. */
export function parseExitStatus(pathSignal: string | null, text: string): string | null {
  if (pathSignal === null) return null;
  if (pathSignal === "fail") return text === "" || text === "0" ? "fail" : text;
  return /^\d/.test(pathSignal) ? normalizeExitStatus(pathSignal) : "";
}

/** The name of a run, with “_” for every character that names do not have. A long name keeps its beginning and its end. */
function nameFrom(text: string | undefined): string | null {
  const name = text?.trim().replace(/[^\w.:-]/g, "_") ?? "";
  if (name.length <= MAX_NAME_CHARACTERS) return name === "" ? null : name;
  return name.slice(0, MAX_NAME_CHARACTERS / 2) + name.slice(-MAX_NAME_CHARACTERS / 2);
}

function durationFrom(text: string | undefined): number | null {
  const seconds = numberFrom(text);
  return seconds === null || seconds < 0 || seconds > MAX_DURATION_SECONDS
    ? null
    : Math.round(seconds * 1_000);
}

function numberFrom(text: string | undefined): number | null {
  if (text === undefined || text.trim() === "") return null;
  const number = Number(text);
  return Number.isFinite(number) ? number : null;
}

const textFrom = (text: string | undefined) =>
  (text ?? "").replaceAll("\0", "").trim().slice(0, MAX_TEXT_CHARACTERS).toWellFormed();

/** The first ten numbers. */
function metricsFrom(parameters: Map<string, string>): Record<string, number> {
  const metrics = [...parameters].flatMap(([parameter, text]) => {
    const name = parameter.startsWith(METRIC) ? parameter.slice(METRIC.length) : "";
    const value = numberFrom(text);
    return /^[\w.-]{1,64}$/.test(name) && value !== null ? [[name, value] as const] : [];
  });
  return fewMetrics(Object.fromEntries(metrics));
}
