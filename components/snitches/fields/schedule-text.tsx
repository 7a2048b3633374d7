import { useId, useRef } from "react";
import { Button } from "@/components/ui/button";
import { describedBy, Labelled } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field-error";
import { useFormField } from "@/components/ui/form-state";
import { INPUT } from "@/components/ui/input";
import { completeCron } from "@/lib/rules/schedule/complete-cron";
import { nameOfCommand, parseCrontabLine, splitZone } from "@/lib/rules/schedule/crontab-line";
import type { Interval } from "@/lib/rules/schedule/interval";
import { rememberLine } from "../snippets/entered-line";

/** What a new snitch begins with. It is replaced by what is typed. */
export const EXAMPLE: Interval = "daily";

const HINT =
  "Cron (0 3 * * *), OnCalendar (Mon..Fri 07:30), every 45 minutes, or daily. You can paste a line from a crontab.";

type ScheduleTextProps = { initial: string; text: string; onText: (text: string) => void };

/** When a job runs, in one field. Four fields of cron are completed by a button. */
export function ScheduleText({ initial, text, onText }: ScheduleTextProps) {
  const id = useId();
  const ref = useRef<HTMLTextAreaElement>(null);
  const { error } = useFormField("schedule", "Schedule");
  const completed = error && completeCron(text);
  return (
    <div className="grid gap-1.5">
      <Labelled id={id} label="When does it run?" hint={HINT}>
        <textarea
          {...describedBy(id, HINT, error)}
          ref={ref}
          id={id}
          name="schedule"
          rows={1}
          maxLength={2_200}
          spellCheck={false}
          autoComplete="off"
          placeholder="0 3 * * *"
          className={`${INPUT} field-sizing-content max-h-72 resize-none min-h-9 py-1.5 font-mono`}
          defaultValue={initial}
          onInput={({ currentTarget }) => {
            onText(currentTarget.value);
            rememberLine(currentTarget.value);
          }}
          onFocus={selectExample}
          onClick={selectExample}
          onPaste={takeCrontabLine}
          onKeyDown={sendOnEnter}
        />
      </Labelled>
      <div aria-live="polite" className="grid justify-items-start gap-2">
        <FieldError id={`${id}-error`} error={error} />
        {completed && (
          <Button
            className="font-mono noscript:hidden"
            onClick={() => {
              write(ref.current, completed);
              ref.current?.focus();
            }}
          >
            <span className="font-sans">Use</span> {completed}
          </Button>
        )}
      </div>
    </div>
  );
}

/** Whether it still has what a new snitch begins with. */
const hasExample = ({ value, defaultValue }: HTMLTextAreaElement) =>
  value === EXAMPLE && defaultValue === EXAMPLE;

/** What is typed or pasted replaces it. */
function selectExample({ currentTarget }: React.SyntheticEvent<HTMLTextAreaElement>) {
  if (hasExample(currentTarget)) currentTarget.select();
}

/** In a single line, Enter sends the form, as in other fields; with Shift it begins another line. */
function sendOnEnter(event: React.KeyboardEvent<HTMLTextAreaElement>) {
  const { value, form } = event.currentTarget;
  if (event.key !== "Enter" || event.shiftKey || event.nativeEvent.isComposing || value.includes("\n"))
    return;
  event.preventDefault();
  form?.requestSubmit();
}

/**
 * Gives a line of a crontab, pasted into the name or the schedule, to the fields of its form: the line to the schedule, unless a person
 * has written one, its zone to the zone, and the name of its command to the name.
 */
export function takeCrontabLine(event: React.ClipboardEvent<HTMLInputElement | HTMLTextAreaElement>) {
  const text = event.clipboardData.getData("text");
  const line = parseCrontabLine(text);
  const fields = event.currentTarget.form?.elements;
  const schedule = fields?.namedItem("schedule");
  const isFree =
    schedule instanceof HTMLTextAreaElement && (hasExample(schedule) || schedule.value.trim() === "");
  if (!line || !isFree) return;
  event.preventDefault();
  write(schedule, splitZone(text).rest);
  if (line.zone) write(fields?.namedItem("timezone"), line.zone);
  const name = fields?.namedItem("name");
  if (name instanceof HTMLInputElement && name.value === "") write(name, nameOfCommand(line.command));
}

function write(field: Element | RadioNodeList | null | undefined, value: string) {
  if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
  field.value = value;
  field.dispatchEvent(new Event("input", { bubbles: true }));
}
