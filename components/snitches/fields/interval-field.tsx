"use client";

import clsx from "clsx";
import { useState } from "react";
import { useTimesInWords } from "@/components/time";
import type { TimesInWords } from "@/components/time-in-words";
import { FieldError } from "@/components/ui/field-error";
import { Fold } from "@/components/ui/fold";
import { useFormField } from "@/components/ui/form-state";
import { calendarSchedule } from "@/lib/rules/schedule/calendar-schedule";
import { DEADLINE_ALLOWANCE_MS } from "@/lib/rules/schedule/deadline-allowance";
import { INTERVALS, type Interval, intervalInWords } from "@/lib/rules/schedule/interval";
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
  const times = useTimesInWords();

  return (
    <fieldset aria-describedby={error ? "interval-error" : "interval-preview"} className="grid min-w-0 gap-2">
      <legend className="pb-1.5 text-sm font-medium">Interval</legend>
      <div className="grid grid-cols-2 gap-2 sm:grid-cols-4">
        {COMMON.map((interval) => (
          <Choice
            key={interval}
            interval={interval}
            initial={initial}
            isWrong={Boolean(error)}
            choose={setChosen}
          />
        ))}
      </div>
      <Fold open={initial && !COMMON.includes(initial)} title="More…">
        <div className="grid grid-cols-2 gap-2 pt-1 sm:grid-cols-4">
          {OTHERS.map((interval) => (
            <Choice key={interval} interval={interval} initial={initial} isWrong={false} choose={setChosen} />
          ))}
        </div>
      </Fold>
      <PeriodPicture interval={chosen} />
      <p
        id="interval-preview"
        aria-live="polite"
        // As `Time`: the browser may name a zone differently.
        suppressHydrationWarning
        className="min-h-10 text-sm text-ink-quiet"
      >
        {chosen ? preview(chosen, now, times) : "How often does the job run?"}
        {chosen && isSmart && " Or sooner, once smart alerts have learned when it usually runs."}
      </p>
      <FieldError id="interval-error" error={error} />
    </fieldset>
  );
}

const PERIOD_WORDS: Partial<Record<Interval, string>> = {
  hourly: "hour",
  daily: "UTC day",
  weekly: "UTC week",
  monthly: "UTC month",
};

/** Two periods, with and without a check-in. The sentence below says the same with times, so screen readers skip it. */
function PeriodPicture({ interval }: { interval?: Interval }) {
  const period = (interval && PERIOD_WORDS[interval]) ?? "period";
  return (
    <div aria-hidden className="grid grid-cols-2 pt-1 text-xs text-ink-quiet">
      {[true, false].map((isKept) => (
        <div key={String(isKept)} className="grid gap-1.5">
          <div className="relative h-4 border-x border-line">
            <div
              className={clsx("absolute inset-x-0 top-1.5 h-1", isKept ? "bg-healthy/25" : "bg-failed/25")}
            />
            {isKept ? (
              <span className="absolute top-0.5 left-[62%] size-3 rounded-full bg-healthy" />
            ) : (
              <span className="absolute top-0.5 -right-1.5 size-3 rotate-45 bg-failed" />
            )}
          </div>
          <span className="px-1 text-center">
            {isKept ? `A check-in at any time of the ${period}` : `None in the ${period}: alert at its end`}
          </span>
        </div>
      ))}
    </div>
  );
}

type ChoiceProps = {
  interval: Interval;
  initial?: Interval;
  isWrong: boolean;
  choose: (interval: Interval) => void;
};

function Choice({ interval, initial, isWrong, choose }: ChoiceProps) {
  const words = intervalInWords(interval);
  return (
    <label className="flex min-h-9 cursor-pointer items-center gap-2 rounded-md border border-line px-3 py-1.5 text-sm transition-colors hover:bg-surface-quiet has-checked:border-ink has-checked:bg-surface-quiet has-checked:font-medium">
      <input
        type="radio"
        name="interval"
        value={interval}
        defaultChecked={interval === initial}
        aria-invalid={isWrong || undefined}
        onChange={() => choose(interval)}
      />
      {words.charAt(0).toUpperCase() + words.slice(1)}
    </label>
  );
}

/** Computed by the rules, for a check-in made now. */
function preview(interval: Interval, now: Date, { soon }: TimesInWords): string {
  const next = soon(periodAt(interval, now).end, now);
  const deadlineMs = calendarSchedule(interval).deadlineAfter(now.getTime());
  const alertedAt = soon(new Date(deadlineMs + DEADLINE_ALLOWANCE_MS), now);
  return `One check-in in each period is enough; the next period starts at ${next}. If the job ran now and then stopped, you would be alerted at about ${alertedAt}.`;
}
