import type { AlertRun } from "@/lib/rules/runs/alert-run";
import { runDuration } from "@/lib/rules/runs/run-duration";
import type { AlertDetails } from "./alert-details";
import { oneLine, type WriteTime } from "./format";

/** What an alert says about a run that took too long; null if the alert has another cause. */
export function overranLead({ cause, run, at }: AlertDetails["alert"], writeTime: WriteTime): string | null {
  if (cause !== "overran" || !run) return null;
  const clause = run.started_at ? ` has been running since ${writeTime(new Date(run.started_at))}, and` : "";
  return `${formatRunName(run)}${clause} should have finished by ${writeTime(at)}.${usually(run)}`;
}

/** What an alert says about a run that broke a rule of its snitch; null if the alert has another cause. */
export function ruleLead({ cause, run, at }: AlertDetails["alert"], writeTime: WriteTime): string | null {
  if (!run || (cause !== "check" && cause !== "too_short")) return null;
  const sentence = `${formatRunName(run)} finished on ${writeTime(at)}`;
  if (cause === "check") return `${sentence}, but did not pass the check “${run.failed_check ?? ""}”.`;
  const duration = run.reported_ms ?? run.duration_ms ?? 0;
  return `${sentence} after only ${runDuration(duration)}, which is less than its shortest runtime.${usually(run)}`;
}

const formatRunName = ({ rid }: AlertRun) => (rid ? `Its run “${oneLine(rid)}”` : "Its run");

const usually = ({ usual_ms }: AlertRun) =>
  usual_ms === null ? "" : ` It usually takes ${runDuration(usual_ms)}.`;
