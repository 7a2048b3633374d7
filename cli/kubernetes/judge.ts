import { compileSchedule } from "@/lib/rules/schedule/compile";
import { termsOf } from "../discover/schedule-problem";
import { type CronJob, LABEL } from "./objects";
import { cronOf, readTerms, scheduleProblem } from "./terms";

/** Whether a CronJob is watched, why or what is wrong with it, and what changes that. */
export type Verdict = { isWatched: boolean; reason: string; command: string | null };

export type Rules = { cluster: string; isAll: boolean; suspendedAfterMs: number };

const DAY_MS = 86_400_000;

/** What is said of a CronJob at this instant. */
export function judge(cronJob: CronJob, { cluster, isAll, suspendedAfterMs }: Rules, nowMs: number): Verdict {
  const { namespace, name, label, isSuspended, lastScheduledAtMs } = cronJob;
  const not = (reason: string, command: string | null = null): Verdict => ({
    isWatched: false,
    reason,
    command,
  });
  const labelIt = `kubectl label cronjob ${name} --namespace ${namespace} --overwrite ${LABEL}=true`;
  if (label === "false") return not(`label ${LABEL} is “false”`, labelIt);
  if (label !== null && label !== "true")
    return not(`label ${LABEL} must be “true” or “false”: ${label}`, labelIt);
  if (label === null && !isAll) return not("no label", labelIt);
  const problem = scheduleProblem(cronJob);
  if (problem) return not(problem);
  const resume = `kubectl patch cronjob ${name} --namespace ${namespace} --patch '{"spec":{"suspend":false}}'`;
  if (isSuspended && lastScheduledAtMs === null) return not("suspended", resume);
  const { problems } = readTerms(cluster, cronJob);
  if (!isSuspended) return { isWatched: true, reason: problems.join("; "), command: null };
  const skippedMs = nowMs - firstSkippedMs(cronJob, lastScheduledAtMs ?? nowMs);
  const suspended =
    skippedMs >= suspendedAfterMs
      ? `suspended, and without a run for ${Math.floor(skippedMs / DAY_MS)} days: resume or delete it`
      : "suspended";
  return { isWatched: true, reason: [suspended, ...problems].join("; "), command: resume };
}

/** The first run after this one, which the suspension prevented. */
const firstSkippedMs = ({ schedule, timezone }: CronJob, lastMs: number) =>
  compileSchedule(termsOf(cronOf(schedule), timezone ?? "UTC")).nextTick(lastMs);
