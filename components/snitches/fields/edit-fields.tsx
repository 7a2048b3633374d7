import { useId, useRef } from "react";
import { TIME_ZONES, TimeZoneList } from "@/components/time-zone-list";
import { Field, TextArea } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field-error";
import { useFormField } from "@/components/ui/form-state";
import { SelectField } from "@/components/ui/select-field";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { SEVERITY_WORDS } from "@/lib/rules/incidents/severity-words";
import { INTERVALS, intervalInWords } from "@/lib/rules/schedule/interval";
import { FilterFields } from "./filter-fields";
import { ReminderFields } from "./reminder-fields";
import { SchedulePreview, useSchedulePreview } from "./schedule-preview";
import { SecondsField } from "./seconds-field";

type EditFieldsProps = { channels: { id: string; name: string }[] };

/** The settings that are changed for several snitches at once. Each has a box, and its fields appear when that is ticked. */
export function EditFields({ channels }: EditFieldsProps) {
  return (
    <div className="grid">
      <input type="hidden" name="verb" value="edit" />
      <Part name="schedule" label="Schedule">
        <ScheduleChoice />
      </Part>
      <Part name="grace" label="Grace">
        <SecondsField
          label="New grace"
          name="grace"
          placeholder="10 minutes"
          hint="How late a check-in may be. Default: a tenth of the time between two runs, from 1 minute to 1 hour. Snitches with a calendar period have none."
        />
      </Part>
      <Part name="severity" label="Severity">
        <SelectField
          label="New severity"
          name="severity"
          value="critical"
          choices={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] })).toReversed()}
        />
      </Part>
      <Part name="reminders" label="Reminders">
        <ReminderFields label="When to remind" remindEvery={null} />
      </Part>
      <Part name="filters" label="Keywords">
        <FilterFields />
      </Part>
      {channels.length > 0 && (
        <Part name="channels" label="Channels">
          <ChannelChoice channels={channels} />
        </Part>
      )}
    </div>
  );
}

type PartProps = { name: string; label: string; children: React.ReactNode };

function Part({ name, label, children }: PartProps) {
  const box = `edit.${name}`;
  const { entry } = useFormField(box, label);
  return (
    <div className="group/part border-t border-line">
      <label className="flex min-h-10 cursor-pointer items-center gap-2.5 text-sm font-medium">
        <input
          type="checkbox"
          name={box}
          defaultChecked={entry !== undefined}
          data-part
          className="size-3.5"
        />
        {label}
      </label>
      <div className="hidden pt-1 pb-5 pl-6 group-has-[[data-part]:checked]/part:grid">{children}</div>
    </div>
  );
}

const KINDS = [
  ["schedule", "Cron, OnCalendar, or every …"],
  ["interval", "Calendar period"],
] as const;

function ScheduleChoice() {
  const ref = useRef<HTMLDivElement>(null);
  const preview = useSchedulePreview(ref);
  const { entry } = useFormField("kind", "Kind");
  return (
    <div className="group/kind grid min-w-0 gap-4">
      <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
        <legend className="sr-only">Kind of schedule</legend>
        {KINDS.map(([value, label]) => (
          <label key={value} className="flex min-h-6 cursor-pointer items-center gap-2 text-sm">
            <input type="radio" name="kind" value={value} defaultChecked={value === (entry ?? "schedule")} />
            {label}
          </label>
        ))}
      </fieldset>
      <div ref={ref} className="hidden min-w-0 gap-4 group-has-[[value=schedule]:checked]/kind:grid">
        <TextArea
          label="New schedule"
          name="schedule"
          rows={1}
          maxLength={2_200}
          spellCheck={false}
          autoComplete="off"
          placeholder="30 7 * * 1-5"
          className="field-sizing-content max-h-40 min-h-10 font-mono"
          hint="Each snitch that changes starts a new period now."
        />
        <Field
          label="Time zone"
          name="timezone"
          list={TIME_ZONES}
          autoComplete="off"
          placeholder="Europe/Riga"
          hint="If empty, each keeps its own, and those with a calendar period get UTC."
        />
        <TimeZoneList />
        <SchedulePreview preview={preview} isOfMany />
      </div>
      <div className="hidden min-w-0 group-has-[[value=interval]:checked]/kind:grid">
        <SelectField
          label="New period"
          name="interval"
          value="daily"
          choices={INTERVALS.map((value) => ({ value, label: capitalize(intervalInWords(value)) }))}
          hint="It replaces schedules. Each snitch that changes starts a new period now."
        />
      </div>
    </div>
  );
}

const capitalize = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function ChannelChoice({ channels }: EditFieldsProps) {
  const { error } = useFormField("channels", "Channels");
  const id = useId();
  return (
    <fieldset aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`} className="grid gap-1">
      <legend className="sr-only">New channels</legend>
      <p id={`${id}-hint`} className="pb-1 text-sm text-ink-quiet">
        Which of them get the alerts. If none is chosen, all channels of the case do.
      </p>
      {channels.map((channel) => (
        <ChannelTick key={channel.id} {...channel} isInvalid={error !== undefined} />
      ))}
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}

type ChannelTickProps = { id: string; name: string; isInvalid: boolean };

function ChannelTick({ id, name, isInvalid }: ChannelTickProps) {
  const box = `channels.${id}`;
  const { entry } = useFormField(box, name);
  return (
    <label className="flex min-h-7 cursor-pointer items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        name={box}
        defaultChecked={entry !== undefined}
        aria-invalid={isInvalid || undefined}
        className="size-3.5"
      />
      <bdi className="min-w-0 wrap-anywhere">{name}</bdi>
    </label>
  );
}
