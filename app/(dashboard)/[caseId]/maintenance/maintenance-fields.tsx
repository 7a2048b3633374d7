"use client";

import { SecondsField } from "@/components/snitches/fields/seconds-field";
import { SnitchPicker } from "@/components/snitches/selection/snitch-picker";
import { useTimeDisplay } from "@/components/time";
import { TIME_ZONES } from "@/components/time-zone-list";
import { Field, TextArea } from "@/components/ui/field";
import { useFormField } from "@/components/ui/form-state";
import type { ListedMaintenance } from "@/lib/maintenance/list";
import type { MaintenanceTimes } from "@/lib/rules/maintenance/window";
import { toClockTime } from "@/lib/rules/schedule/zoned-time";
import { TAG_BOX } from "./boxes";
import { PickList } from "./pick-list";

/** Maintenance in the form, or what the form for new maintenance begins with. */
export type EditedMaintenance = MaintenanceTimes &
  Pick<ListedMaintenance, "name" | "note" | "coversAll" | "tags" | "snitches">;

type MaintenanceFieldsProps = {
  caseId: string;
  maintenance: EditedMaintenance;
  /** The tags that the form offers. */
  tags: string[];
};

/** The fields of maintenance: what it covers, and when it is. Which of them are shown needs no JavaScript. */
export function MaintenanceFields({ caseId, maintenance, tags }: MaintenanceFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        required
        maxLength={255}
        autoComplete="off"
        placeholder="Database upgrade"
        defaultValue={maintenance.name}
      />
      <ScopeFields caseId={caseId} maintenance={maintenance} tags={tags} />
      <WhenFields maintenance={maintenance} />
      <TextArea
        label="Note"
        name="note"
        rows={2}
        maxLength={10_000}
        className="field-sizing-content min-h-16"
        defaultValue={maintenance.note}
        hint="Visible to members of this case."
      />
    </>
  );
}

const SCOPES = [
  ["all", "All snitches"],
  ["tags", "By tag"],
  ["snitches", "Chosen snitches"],
] as const;

function ScopeFields({ caseId, maintenance, tags: offered }: MaintenanceFieldsProps) {
  const { entry } = useFormField("covers", "");
  const { coversAll, tags, snitches } = maintenance;
  const covers = entry ?? (coversAll ? "all" : tags.length > 0 ? "tags" : "snitches");
  // Tags and snitches that it covers stay in the list, even if no snitch has the tag anymore or the list is cut.
  const allTags = [...new Set([...offered, ...tags])];
  return (
    <fieldset className="group/covers grid min-w-0 gap-3">
      <legend className="pb-1.5 text-sm font-medium">Which snitches?</legend>
      <Choices name="covers" current={covers} choices={SCOPES} className="sm:grid-cols-3" />
      <div className="hidden group-has-[[value=tags]:checked]/covers:block">
        <PickList
          label="Tags"
          name="tags"
          box={TAG_BOX}
          options={allTags.map((tag) => ({ value: tag, label: tag }))}
          chosen={tags}
          empty="No snitch of this case has a tag. Choose snitches instead, or add tags to them first."
        />
      </div>
      <div className="hidden group-has-[[value=snitches]:checked]/covers:block">
        <SnitchPicker caseId={caseId} name="snitches" label="Snitches" picked={snitches} />
      </div>
    </fieldset>
  );
}

const KINDS = [
  ["once", "Once", "From one time to another"],
  ["schedule", "Recurring", "On a schedule, such as each Sunday"],
] as const;

function WhenFields({ maintenance }: { maintenance: EditedMaintenance }) {
  const { zone } = useTimeDisplay();
  const { entry } = useFormField("kind", "");
  const kind = entry ?? (maintenance.schedule === null ? "once" : "schedule");
  const once = maintenance.schedule === null ? maintenance : null;
  const recurring = maintenance.schedule === null ? null : maintenance;
  return (
    <fieldset className="group/when grid min-w-0 gap-4">
      <legend className="pb-1.5 text-sm font-medium">When?</legend>
      <Choices name="kind" current={kind} choices={KINDS} className="sm:grid-cols-2" />
      <div className="grid min-w-0 gap-1.5 group-has-[[value=schedule]:checked]/when:hidden">
        <TimeFields times={{ starts_at: once?.startsAt ?? null, ends_at: once?.endsAt ?? null }}>
          It may be in the past, to excuse runs that were missed or failed then.
        </TimeFields>
      </div>
      <div className="hidden min-w-0 gap-4 group-has-[[value=schedule]:checked]/when:grid">
        <Field
          label="Schedule"
          name="schedule"
          spellCheck={false}
          autoComplete="off"
          placeholder="0 2 * * 0"
          className="font-mono"
          defaultValue={recurring?.schedule ?? ""}
          hint="When each window starts: cron (0 2 * * 0) or OnCalendar (Sun 02:00)."
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <SecondsField
            label="Duration"
            name="duration"
            placeholder="2 hours"
            value={recurring?.duration}
            hint="How long each window lasts, up to 7 days."
          />
          <Field
            label="Time zone"
            name="timezone"
            list={TIME_ZONES}
            autoComplete="off"
            placeholder="UTC"
            defaultValue={recurring ? recurring.timezone : zone}
            hint="Empty means UTC."
          />
        </div>
      </div>
    </fieldset>
  );
}

type TimeFieldsProps = {
  times: { starts_at?: Date | null; ends_at?: Date | null };
  isOptional?: boolean;
  children?: React.ReactNode;
};

const TIME_FIELDS = [
  ["starts_at", "Starts"],
  ["ends_at", "Ends"],
] as const;

/** A start, an end, or both, by the clocks of the reader, whose zone the form sends. */
export function TimeFields({ times, isOptional, children }: TimeFieldsProps) {
  const { zone } = useTimeDisplay();
  return (
    <>
      <input type="hidden" name="zone" value={zone} />
      <div className="grid grid-cols-[repeat(auto-fit,minmax(13.5rem,1fr))] items-start gap-4">
        {TIME_FIELDS.map(([name, label]) => {
          const at = times[name];
          if (at === undefined) return null;
          return (
            <Field
              key={name}
              label={label}
              name={name}
              type="datetime-local"
              isOptional={isOptional}
              defaultValue={at ? fieldTime(at, zone) : ""}
            />
          );
        })}
      </div>
      <p className="text-sm text-ink-quiet">
        In {zone}. {children}
      </p>
    </>
  );
}

/** A time as the clocks of the zone show it, for a field for a date and a time. */
const fieldTime = (at: Date, zone: string) => new Date(toClockTime(at, zone)).toISOString().slice(0, 16);

type ChoicesProps = {
  name: string;
  current: string;
  choices: readonly (readonly [value: string, label: string, meaning?: string])[];
  className: string;
};

const Choices = ({ name, current, choices, className }: ChoicesProps) => (
  <div className={`grid gap-2 ${className}`}>
    {choices.map(([value, label, meaning]) => (
      <label
        key={value}
        className="flex cursor-pointer items-baseline gap-2.5 rounded-md border border-line px-3 py-2 text-sm transition-colors hover:bg-surface-quiet has-checked:border-ink has-checked:bg-surface-quiet"
      >
        <input type="radio" name={name} value={value} defaultChecked={current === value} />
        <span className="grid">
          <span className="font-medium">{label}</span>
          {meaning && <span className="text-ink-quiet">{meaning}</span>}
        </span>
      </label>
    ))}
  </div>
);
