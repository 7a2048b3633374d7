import type { TimeFormats } from "@/components/time-formats";
import type { IncidentRow } from "@/lib/incidents/list-rows";
import { CAUSE_CLAUSES, CAUSE_LABELS } from "@/lib/rules/incidents/cause-labels";
import { normalizeCause } from "@/lib/rules/incidents/normalize-cause";
import { excerpt, lastLine } from "@/lib/rules/runs/excerpt";
import { formatComparison } from "@/lib/rules/runs/format-comparison";
import { runDuration } from "@/lib/rules/runs/run-duration";

const MAX_LENGTH = 140;

type Caused = Pick<IncidentRow, "cause" | "openedAt" | "reported">;

/**
 * Why there is an incident, in one line: the last line of what the job wrote, or what was expected and when it last came. `now`
 * decides which times need their day.
 */
export function causeLine(incident: Caused, now: Date, formats: TimeFormats): string {
  const { cause, reported } = incident;
  const { run, message, exitStatus, beforeMiss } = reported;
  switch (cause) {
    case "missed":
      return beforeMiss
        ? `${causeLine({ ...incident, cause: beforeMiss }, now, formats)} · ${NOT_RUN_SINCE}`
        : missLine(incident, now, formats);
    case "overran":
      if (run?.ended_at) return `took ${runDuration(run.duration_ms ?? 0)}, longer than allowed`;
      return run?.started_at
        ? `running since ${formats.brief(new Date(run.started_at), now)}`
        : CAUSE_CLAUSES[cause];
    case "too_short":
      return run?.duration_ms == null ? CAUSE_CLAUSES[cause] : `took only ${runDuration(run.duration_ms)}`;
    case "check":
      if (run?.compared) return formatComparison(run.failed_check, run.compared);
      return run?.failed_check
        ? `did not pass ${excerpt(run.failed_check, { maxLines: 1, maxLength: MAX_LENGTH }).shown}`
        : CAUSE_CLAUSES[cause];
    case "error":
      return (
        lastLine(message, MAX_LENGTH) || (exitStatus ? `exit status ${exitStatus}` : CAUSE_CLAUSES[cause])
      );
  }
}

const NOT_RUN_SINCE = "has not run since";

/** After the name of the snitch: “missed check-in”, or “No space left on device · has not run since”. */
export function causeTitle(incident: Pick<Caused, "cause" | "reported">): string {
  const { cause, reported } = incident;
  if (cause !== "missed" || !reported.beforeMiss) return CAUSE_LABELS[cause].toLowerCase();
  const { message, exitStatus, beforeMiss } = reported;
  const line = beforeMiss === "error" && lastLine(message, MAX_LENGTH);
  const error = line || (exitStatus ? `exit status ${exitStatus}` : CAUSE_LABELS[beforeMiss].toLowerCase());
  return `${error} · ${NOT_RUN_SINCE}`;
}

/** What incidents of one cause have in common: “OSError: No space left on device”, “Missed check-in”. */
export function nameCause({ cause: worst, reported }: Caused): string {
  const { message, exitStatus, run, beforeMiss } = reported;
  const cause = (worst === "missed" && beforeMiss) || worst;
  if (cause === "check" && run?.failed_check)
    return `${CAUSE_LABELS.check}: ${excerpt(run.failed_check, { maxLines: 1, maxLength: MAX_LENGTH }).shown}`;
  if (cause !== "error") return CAUSE_LABELS[cause];
  const line = normalizeCause(lastLine(message, MAX_LENGTH));
  return line || (exitStatus ? `Exit status ${exitStatus}` : CAUSE_LABELS.error);
}

/** “expected 03:00, last healthy Sun 22 Nov 03:04” */
function missLine(incident: Caused, now: Date, formats: TimeFormats): string {
  const { lastCheckedInAt } = incident.reported;
  const { at, isRun } = findExpected(incident);
  const last = lastCheckedInAt ? formats.brief(lastCheckedInAt, now) : "never";
  return `expected ${isRun ? "" : "by "}${formats.brief(at, now)}, last healthy ${last}`;
}

/** What a missed check-in was expected for: a run at this time, or a period that ended then. */
export function findExpected({ openedAt, reported: { missed } }: Caused): { at: Date; isRun: boolean } {
  if (missed?.periodEndsAt === null) return { at: new Date(missed.runAt), isRun: true };
  return { at: new Date(missed?.periodEndsAt ?? openedAt), isRun: false };
}
