import { normalizeExitStatus } from "@/lib/rules/reports/report";
import { parseSignal } from "@/lib/rules/runs/signal";
import type { ReportedSignal } from "../record-signal";

/** What an event of Cronitor's Telemetry API says. */
export type TelemetryEvent = Omit<ReportedSignal, "token"> & {
  /** The job's schedule; empty if it does not say. */
  schedule: string;
};

const STATES = ["run", "complete", "fail", "ok", "logs", "tick"] as const;
type State = (typeof STATES)[number];

/** Whether a text is a state, as in the older addresses. */
export const isState = (text: string): text is State => (STATES as readonly string[]).includes(text);

/**
 * Reads an event from its parameters; null if its state isn't one of Cronitor's. `stateInPath` is empty if the path has none.
 * The time of an event is that of its arrival: `stamp` comes from a clock that may be wrong, and is not read.
 */
export function parseEvent(query: URLSearchParams, stateInPath: string): TelemetryEvent | null {
  const state = query.get("state") || stateInPath || "tick";
  if (!isState(state)) return null;
  const facts = parseSignal(null, parametersIn(query));
  return {
    ...facts,
    kind: chooseKind(state, facts !== null),
    exitStatus: chooseExitStatus(state, query.get("status_code") ?? query.get("exit_code") ?? ""),
    message: query.get("message") ?? query.get("msg") ?? "",
    schedule: query.get("schedule") ?? "",
  };
}

/** An event without facts is a plain check-in, and “ok” resets a monitor manually. */
function chooseKind(state: State, hasFacts: boolean): ReportedSignal["kind"] {
  if (state === "run") return "start";
  if (state === "logs") return "log";
  return state === "ok" || (state === "tick" && !hasFacts) ? null : "finish";
}

/** As at Cronitor, the state counts. A failure is shown with its exit status, and so is an event without another result. */
function chooseExitStatus(state: State, text: string): string {
  const exitStatus = normalizeExitStatus(text);
  if (state === "fail") return exitStatus === "" || exitStatus === "0" ? "fail" : exitStatus;
  return state === "tick" ? exitStatus : "";
}

/** The parameters of an event, as our own names have them. */
function parametersIn(query: URLSearchParams): Map<string, string> {
  const parameters = new Map<string, string>();
  const set = (name: string, value: string | null | undefined) => value && parameters.set(name, value);
  for (const metric of query.getAll("metric")) {
    const [name = "", value] = metric.split(/[:=](.*)/s);
    set(name.trim() === "duration" ? "d" : `metric.${name.trim()}`, value?.trim());
  }
  set("d", query.get("duration"));
  set("rid", query.get("series"));
  set("host", query.get("host"));
  set("env", query.get("env"));
  return parameters;
}
