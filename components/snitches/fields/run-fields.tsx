"use client";

import { ChoiceField } from "@/components/ui/choice-field";
import { Fold } from "@/components/ui/fold";
import { useHasError } from "@/components/ui/form-state";
import type { RunTerms } from "@/lib/rules/runs/terms";
import { ChecksField } from "./checks-field";
import { SecondsField } from "./seconds-field";

const EXPECTS = [
  ["finish", "A finish", "The run has to finish on time."],
  ["start", "A start", "The run only has to start on time, however long it takes."],
] as const;

type RunFieldsProps = {
  terms: RunTerms;
  /** Without one, a run has no time at which it starts. */
  hasSchedule: boolean;
  /** What stands below the checks. */
  children?: React.ReactNode;
};

/** What a snitch demands of the runs of its job: how long they may take, and what they have to report. */
export function RunFields({ terms, hasSchedule, children }: RunFieldsProps) {
  const hasMore = terms.startGrace !== null || terms.expects !== "finish" || terms.checks.length > 0;
  const hasError = useHasError(["start_grace", "expects", "checks"]);
  return (
    <>
      <p className="text-sm text-ink-quiet">
        For jobs that also report when they start: how long a run may take, and what it must report.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <SecondsField
          label="Longest runtime"
          name="max_runtime"
          placeholder="10 minutes"
          value={terms.maxRuntime}
          hint="You’re alerted as soon as a run takes longer. Until then, its start is enough."
        />
        <SecondsField
          label="Shortest runtime"
          name="min_runtime"
          placeholder="5 seconds"
          value={terms.minRuntime}
          hint="Shorter runs fail."
        />
      </div>
      <Fold open={hasMore || hasError} title="More settings">
        <div className="grid gap-5 pt-3">
          {hasSchedule && (
            <SecondsField
              label="Start tolerance"
              name="start_grace"
              placeholder="5 minutes"
              value={terms.startGrace}
              hint="How long after its time a run may start. Default: the grace of the schedule."
            />
          )}
          <ChoiceField name="expects" label="Expects" value={terms.expects} choices={EXPECTS} />
          <ChecksField checks={terms.checks} />
          {children}
        </div>
      </Fold>
    </>
  );
}
