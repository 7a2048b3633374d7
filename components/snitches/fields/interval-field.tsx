"use client";

import { useState } from "react";
import { useTimeFormats } from "@/components/time";
import type { TimeFormats } from "@/components/time-formats";
import { FieldError } from "@/components/ui/field-error";
import { Fold } from "@/components/ui/fold";
import { useFormField } from "@/components/ui/form-state";
import { calendarSchedule } from "@/lib/rules/schedule/calendar-schedule";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { formatInterval, INTERVALS, type Interval } from "@/lib/rules/schedule/interval";
import { periodAt } from "@/lib/rules/schedule/period";

const COMMON: Interval[] = ["hourly", "daily", "weekly", "monthly"];
const OTHERS = INTERVALS.filter((interval) => !COMMON.includes(interval));

type IntervalFieldProps = {
  defaultValue?: Interval;
  now: Date;
  /** Whether the snitch is smart, so that alerts may come sooner. */
  isSmart: boolean;
};

/** The interval, with a preview of when an alert would be sent. */
export function IntervalField({ defaultValue, now, isSmart }: IntervalFieldProps) {
  const { error, entry } = useFormField("interval", "Interval");
  const initial = INTERVALS.find((interval) => interval === (entry ?? defaultValue));
  const [chosen, setChosen] = useState<Interval | undefined>(initial);

  return (
    <fieldset aria-describedby={error ? "interval-error" : "interval-preview"} className="grid min-w-0 gap-2">
      <legend className="pb-1.5 text-sm font-medium">When does it run?</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {COMMON.map((interval) => (
          <Choice
            key={interval}
            interval={interval}
            initial={initial}
            isInvalid={Boolean(error)}
            choose={setChosen}
          />
        ))}
      </div>
      <Fold open={initial && !COMMON.includes(initial)} title="More…">
        <div className="grid grid-cols-2 gap-2 pt-1 sm:grid-cols-4">
          {OTHERS.map((interval) => (
            <Choice
              key={interval}
              interval={interval}
              initial={initial}
              isInvalid={false}
              choose={setChosen}
            />
          ))}
        </div>
      </Fold>
      <PeriodPreview id="interval-preview" interval={chosen} now={now} isSmart={isSmart} />
      <FieldError id="interval-error" error={error} />
    </fieldset>
  );
}

type PeriodPreviewProps = { id?: string; interval?: Interval; now: Date; isSmart: boolean };

/** What a calendar period means: when an alert would be sent. */
export function PeriodPreview({ id, interval, now, isSmart }: PeriodPreviewProps) {
  const times = useTimeFormats();
  return (
    <p
      id={id}
      aria-live="polite"
      // As `Time`: the browser may name a zone differently.
      suppressHydrationWarning
      className="min-h-10 text-sm text-ink-quiet"
    >
      {interval ? preview(interval, now, times) : "How often does the job run?"}
      {interval && isSmart && " Or sooner, once smart alerts have learned when it usually runs."}
    </p>
  );
}

type ChoiceProps = {
  interval: Interval;
  initial?: Interval;
  isInvalid: boolean;
  choose: (interval: Interval) => void;
};

function Choice({ interval, initial, isInvalid, choose }: ChoiceProps) {
  const text = formatInterval(interval);
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line px-3 py-1.5 text-sm transition-colors hover:bg-surface-quiet has-checked:border-ink has-checked:bg-surface-quiet has-checked:font-medium">
      <input
        type="radio"
        name="interval"
        value={interval}
        defaultChecked={interval === initial}
        aria-invalid={isInvalid || undefined}
        onChange={() => choose(interval)}
      />
      {text.charAt(0).toUpperCase() + text.slice(1)}
    </label>
  );
}

/** Computed by the rules, for a check-in made now. */
function preview(interval: Interval, now: Date, { soon }: TimeFormats): string {
  const next = soon(periodAt(interval, now).end, now);
  const deadlineMs = calendarSchedule(interval).deadlineAfter(now.getTime());
  const alertedAt = soon(new Date(deadlineMs + DEADLINE_ALLOWANCE_MS), now);
  return `One check-in in each period is enough; the next period starts at ${next}. If the job ran now and never again, you would be alerted at about ${alertedAt}.`;
}
