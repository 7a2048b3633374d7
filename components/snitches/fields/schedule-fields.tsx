"use client";

import { useRef } from "react";
import { TIME_ZONES } from "@/components/time-zone-list";
import { Field, TextArea } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { useHasError } from "@/components/ui/form-state";
import { nameOfCommand, parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { SchedulePreview, useSchedulePreview } from "./schedule-preview";
import { SecondsField } from "./seconds-field";

/** What a new schedule begins with: it shows how one is written. */
const DAILY = "0 3 * * *";
const DAILY_MARGINS = { grace: "1 hour", early: "5 minutes" };
const UNKNOWN_MARGINS = { grace: "", early: "" };

type ScheduleFieldsProps = {
  /** Absent for a new schedule. */
  terms?: ScheduleTerms;
  /** The zone that a new schedule begins with. */
  firstZone?: string;
};

/** The fields of a schedule, and its next runs while somebody types. The page has the `TimeZoneList`. */
export function ScheduleFields({ terms, firstZone = "UTC" }: ScheduleFieldsProps) {
  const ref = useRef<HTMLDivElement>(null);
  const isAdvanced = terms && (terms.early !== null || terms.active !== null);
  const hasError = useHasError(["early", "active"]);
  const zone = terms?.timezone ?? firstZone;
  const preview = useSchedulePreview(ref);
  // A field shows its placeholder while it is empty, and then these are the defaults.
  const margins = preview && "runs" in preview ? preview : terms ? UNKNOWN_MARGINS : DAILY_MARGINS;
  return (
    <div ref={ref} className="grid min-w-0 gap-4">
      <TextArea
        label="Schedule"
        name="schedule"
        rows={2}
        maxLength={2_200}
        spellCheck={false}
        autoComplete="off"
        placeholder="30 7 * * 1-5"
        className="field-sizing-content max-h-72 min-h-16 font-mono"
        defaultValue={terms?.schedule ?? DAILY}
        hint="Cron (30 7 * * 1-5), OnCalendar (Mon..Fri 07:30) or every 45 minutes. You can paste a line from a crontab."
        onFocus={selectExample}
        onPaste={takeCrontabLine}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field
          label="Time zone"
          name="timezone"
          list={TIME_ZONES}
          autoComplete="off"
          placeholder="UTC"
          defaultValue={zone === "UTC" ? "" : zone}
          hint="The zone of the machine that runs the job. A city works too, such as Riga. Default: UTC."
        />
        <SecondsField
          label="Grace"
          name="grace"
          placeholder={margins.grace}
          value={terms?.grace}
          hint="How late a check-in may be. Default: a tenth of the time between two runs, from 1 minute to 1 hour."
        />
      </div>
      <SchedulePreview preview={preview} />
      <Fold open={isAdvanced || hasError} title="Advanced schedule">
        <div className="grid gap-4 pt-3">
          <SecondsField
            label="Early"
            name="early"
            placeholder={margins.early}
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
    </div>
  );
}

/** Whether it still has the line that a new schedule begins with. */
const hasExample = ({ value, defaultValue }: HTMLTextAreaElement) =>
  value === DAILY && defaultValue === DAILY;

/** What is typed or pasted replaces that line. */
function selectExample({ currentTarget }: React.FocusEvent<HTMLTextAreaElement>) {
  if (hasExample(currentTarget)) currentTarget.select();
}

/** Keeps the times of a pasted line of a crontab, and gives its zone and its command to the other fields. */
function takeCrontabLine(event: React.ClipboardEvent<HTMLTextAreaElement>) {
  const field = event.currentTarget;
  const line = parseCrontabLine(event.clipboardData.getData("text"));
  if (!line || !(hasExample(field) || field.value.trim() === "")) return;
  event.preventDefault();
  write(field, line.schedule);
  if (line.zone) write(field.form?.elements.namedItem("timezone"), line.zone);
  const name = field.form?.elements.namedItem("name");
  if (name instanceof HTMLInputElement && name.value === "") write(name, nameOfCommand(line.command));
}

function write(field: Element | RadioNodeList | null | undefined, value: string) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
