"use client";

import { use, useRef, useState } from "react";
import { TextArea } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { FormStateContext, useHasError } from "@/components/ui/form-state";
import { intervalOfWord } from "@/lib/rules/schedule/interval";
import { withoutShorthand } from "@/lib/rules/schedule/on-calendar";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { PeriodPreview } from "./interval-field";
import { SchedulePreview, useSchedulePreview } from "./schedule-preview";
import { EXAMPLE, ScheduleText } from "./schedule-text";
import { SecondsField } from "./seconds-field";
import { ZoneField } from "./zone-field";

type ScheduleFieldsProps = {
  /** Absent for a new snitch, and for several. */
  terms?: ScheduleTerms;
  /** The zone of a new schedule. Empty when several snitches are edited: each keeps its own zone. */
  firstZone: string;
  now: Date;
  isSmart: boolean;
  hasMargins: boolean;
};

/** The fields of a schedule, with its next runs or its errors as the user types. The page must render the `TimeZoneList`. */
export function ScheduleFields({ terms, firstZone, now, isSmart, hasMargins }: ScheduleFieldsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const preview = useSchedulePreview(ref);
  const state = use(FormStateContext);
  const entry = state.values?.schedule;
  const isNew = terms === undefined && firstZone !== "";
  const initial = entry ?? (isNew ? EXAMPLE : withoutShorthand(terms?.schedule ?? ""));
  const [text, setText] = useState(initial);
  const period = intervalOfWord(text);
  // Only active hours have a zone then.
  const isEvery = /^\s*every\b/i.test(text) && !hasMargins;
  const problems = preview && "problems" in preview ? preview.problems : [];
  // An error of the submitted schedule disappears once the schedule is edited.
  const refused = state.validations?.filter(({ attribute }) => attribute !== "schedule" || text === entry);
  return (
    <FormStateContext value={{ ...state, validations: [...problems, ...(refused ?? [])] }}>
      <div ref={ref} className="grid min-w-0 gap-4">
        <ScheduleText initial={initial} text={text} onText={setText} />
        <ZoneField
          first={terms && terms.schedule !== null ? terms.timezone : firstZone}
          shown={preview && "runs" in preview && firstZone !== "" ? preview.timezone : undefined}
          isHidden={period !== null || isEvery}
        />
        {period ? (
          <PeriodPreview interval={period} now={now} isSmart={isSmart} />
        ) : (
          <SchedulePreview preview={preview} isOfMany={firstZone === ""} />
        )}
        {hasMargins && !period && <MarginFields terms={terms} preview={preview} />}
      </div>
    </FormStateContext>
  );
}

type MarginFieldsProps = { terms?: ScheduleTerms; preview: ReturnType<typeof useSchedulePreview> };

/** How late and how early a run may be, and in which hours it is expected. */
function MarginFields({ terms, preview }: MarginFieldsProps) {
  const isUsed = terms && (terms.early !== null || terms.active !== null);
  const hasError = useHasError(["early", "active"]);
  // A field shows its placeholder while it is empty, and then these are the defaults.
  const defaults = preview && "runs" in preview ? preview : { grace: "", early: "" };
  return (
    <>
      <SecondsField
        label="Grace"
        name="grace"
        placeholder={defaults.grace}
        value={terms?.grace}
        hint="How late a check-in may be. Default: a tenth of the time between two runs, from 1 minute to 1 hour."
      />
      <Fold open={isUsed || hasError} title="More settings">
        <div className="grid gap-4 pt-3">
          <SecondsField
            label="Early"
            name="early"
            placeholder={defaults.early}
            value={terms?.early}
            hint="How early a check-in may arrive. Default: a tenth of the time between two runs, at most 5 minutes."
          />
          <TextArea
            label="Active hours"
            name="active"
            rows={1}
            spellCheck={false}
            placeholder="Mon..Fri 08:00-18:00"
            className="field-sizing-content min-h-10 font-mono"
            defaultValue={terms?.active ?? ""}
            hint="Runs outside these hours are not expected. Default: all hours."
          />
        </div>
      </Fold>
    </>
  );
}
