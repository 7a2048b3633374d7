"use client";

import { useFormField } from "@/components/ui/form-state";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { IntervalField } from "./interval-field";
import { ScheduleFields } from "./schedule-fields";

type WhenFieldProps = {
  now: Date;
  /** Absent for a new snitch. */
  terms?: ScheduleTerms;
  /** What a new snitch begins with: the kind that was used last, and the zone of the reader. */
  first?: { kind: "schedule" | "interval"; zone: string };
  isSmart: boolean;
};

const KINDS = [
  ["schedule", "Schedule", "Cron, OnCalendar, or every …"],
  ["interval", "Calendar period", "Once in each hour, day, week …"],
] as const;

/** When the job runs: on a schedule, or once in each calendar period. Which one is shown needs no JavaScript. */
export function WhenField({ now, terms, first, isSmart }: WhenFieldProps) {
  const { entry } = useFormField("kind", "Kind");
  const kind =
    entry ?? (terms ? (terms.schedule === null ? "interval" : "schedule") : (first?.kind ?? "interval"));
  return (
    <fieldset className="group/when grid min-w-0 gap-4">
      <legend className="pb-1.5 text-sm font-medium">When does the job run?</legend>
      <div className="grid gap-2 sm:grid-cols-2">
        {KINDS.map(([value, label, meaning]) => (
          <label
            key={value}
            className="flex cursor-pointer items-baseline gap-2.5 rounded-md border border-line px-3 py-2 text-sm transition-colors hover:bg-surface-quiet has-checked:border-ink has-checked:bg-surface-quiet"
          >
            <input type="radio" name="kind" value={value} defaultChecked={kind === value} />
            <span className="grid">
              <span className="font-medium">{label}</span>
              <span className="text-ink-quiet">{meaning}</span>
            </span>
          </label>
        ))}
      </div>
      <div className="grid min-w-0 group-has-[[value=schedule]:checked]/when:hidden">
        <IntervalField
          defaultValue={terms && terms.schedule !== null ? undefined : (terms?.interval ?? "daily")}
          now={now}
          isSmart={isSmart}
        />
      </div>
      <div className="hidden min-w-0 group-has-[[value=schedule]:checked]/when:grid">
        <ScheduleFields terms={terms?.schedule ? terms : undefined} firstZone={first?.zone} />
      </div>
    </fieldset>
  );
}
