"use client";

import { useSearchParams } from "next/navigation";
import { useRef, useState } from "react";
import { flushSync } from "react-dom";
import { useFormField } from "@/components/ui/form-state";
import { CHOOSE_EVENT } from "@/components/ui/use-draft";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { IntervalField } from "./interval-field";
import { ScheduleFields } from "./schedule-fields";

type WhenFieldProps = {
  now: Date;
  /** Absent for a new snitch, and for several. */
  terms?: ScheduleTerms;
  /** The zone of a new schedule. Empty when several snitches are edited: each keeps its own zone. */
  zone: string;
  isSmart: boolean;
  /** Whether the form also says how late and how early a run may be. */
  hasMargins?: boolean;
};

const OTHER_KINDS = {
  schedule: { kind: "interval", offer: "Choose a calendar period instead" },
  interval: { kind: "schedule", offer: "Enter a schedule instead" },
};

const LINK = "w-fit rounded text-sm text-ink-quiet underline underline-offset-4 hover:text-ink";

/** When the job runs: on a schedule, or once in each calendar period. There are only the fields of the one that is chosen. */
export function WhenField({ now, terms, zone, isSmart, hasMargins }: WhenFieldProps) {
  const { entry } = useFormField("kind", "Kind");
  const query = new URLSearchParams(useSearchParams());
  const ref = useRef<HTMLInputElement>(null);
  const [chosen, setChosen] = useState<string>();
  const first = terms && terms.schedule === null ? "interval" : "schedule";
  const kind = (chosen ?? entry ?? query.get("kind") ?? first) === "interval" ? "interval" : "schedule";
  const other = OTHER_KINDS[kind];
  query.set("kind", other.kind);
  const choose = () => {
    flushSync(() => setChosen(other.kind));
    ref.current?.dispatchEvent(new Event(CHOOSE_EVENT, { bubbles: true }));
  };
  return (
    <div className="grid min-w-0 gap-4">
      <input
        ref={ref}
        type="hidden"
        name="kind"
        data-kept
        value={kind}
        onInput={({ currentTarget }) => setChosen(currentTarget.value)}
      />
      {kind === "interval" ? (
        <IntervalField
          defaultValue={terms && terms.schedule !== null ? undefined : (terms?.interval ?? "daily")}
          now={now}
          isSmart={isSmart}
        />
      ) : (
        <ScheduleFields
          terms={terms}
          firstZone={zone}
          now={now}
          isSmart={isSmart}
          hasMargins={hasMargins ?? false}
        />
      )}
      <button type="button" className={`${LINK} noscript:hidden`} onClick={choose}>
        {other.offer}
      </button>
      <noscript>
        <a href={`?${query}`} className={LINK}>
          {other.offer}
        </a>
      </noscript>
    </div>
  );
}
