"use client";

import { useRef } from "react";
import { TIME_ZONES } from "@/components/time-zone-list";
import { Field, TextArea } from "@/components/ui/field";
import { useHasError } from "@/components/ui/form";
import { nameOfCommand, parseCrontabLine } from "@/lib/rules/schedule/crontab-line";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { SchedulePreview } from "./schedule-preview";
import { SecondsField } from "./seconds-field";

/** The fields of a schedule, and its next runs while somebody types. The page has the `TimeZoneList`. */
export function ScheduleFields({ terms }: { terms?: ScheduleTerms }) {
  const ref = useRef<HTMLDivElement>(null);
  const hasMargins = terms && (terms.grace !== null || terms.early !== null || terms.active !== null);
  const hasError = useHasError(["grace", "early", "active"]);
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
        defaultValue={terms?.schedule ?? ""}
        hint="Cron (30 7 * * 1-5), OnCalendar (Mon..Fri 07:30) or every 45 minutes. You can paste a line of a crontab."
        onPaste={takeCrontabLine}
      />
      <Field
        label="Time zone"
        name="timezone"
        list={TIME_ZONES}
        autoComplete="off"
        placeholder="UTC"
        defaultValue={terms && terms.timezone !== "UTC" ? terms.timezone : ""}
        hint="The zone of the machine that runs the job. Type a city, such as Riga. Empty means UTC."
      />
      <SchedulePreview fields={ref} />
      <details open={hasMargins || hasError}>
        <summary className="w-fit rounded py-1 text-sm text-ink-quiet hover:text-ink">
          Grace and active hours (optional)
        </summary>
        <div className="grid gap-4 pt-3">
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SecondsField
              label="Grace"
              name="grace"
              placeholder="10 minutes"
              value={terms?.grace}
              hint="How long after its time the job may check in. Empty: a tenth of the time between two runs."
            />
            <SecondsField
              label="Early"
              name="early"
              placeholder="5 minutes"
              value={terms?.early}
              hint="A check-in counts for a run if it is at most this long before it. Empty: a tenth, at most 5 minutes."
            />
          </div>
          <TextArea
            label="Active hours"
            name="active"
            rows={1}
            spellCheck={false}
            placeholder="Mon..Fri 08:00-18:00"
            className="field-sizing-content min-h-10 font-mono"
            defaultValue={terms?.active ?? ""}
            hint="Runs outside these hours are not expected. Empty: at all hours."
          />
        </div>
      </details>
    </div>
  );
}

/** Keeps the times of a pasted line of a crontab, and gives its zone and its command to the other fields. */
function takeCrontabLine(event: React.ClipboardEvent<HTMLTextAreaElement>) {
  const field = event.currentTarget;
  const line = parseCrontabLine(event.clipboardData.getData("text"));
  if (!line || field.value.trim() !== "") return;
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
