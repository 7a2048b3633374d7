"use client";

import clsx from "clsx";
import { useState } from "react";
import { TIME_ZONES } from "@/components/time-zone-list";
import { Button } from "@/components/ui/button";
import { Check } from "@/components/ui/check";
import { Field } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field-error";
import { useFormField } from "@/components/ui/form-state";
import { INPUT } from "@/components/ui/input";
import { SelectField } from "@/components/ui/select-field";
import { readHoursRows, rowField } from "@/lib/channels/hours-rows";
import { type ChannelHours, MAX_SPANS, readHours } from "@/lib/rules/notifications/channel-hours";
import { previewHours } from "@/lib/rules/notifications/format-channel-hours";
import { currentTimezone } from "@/lib/rules/schedule/time-zone";

const OUTSIDE_CHOICES = [
  { value: "wait", label: "Wait, and arrive as one summary when the hours begin" },
  { value: "drop", label: "Dropped" },
];

type HoursFieldsProps = { value: ChannelHours; readerZone: string; now: Date };

/** When a channel gets messages, with what that means for two examples. */
export function HoursFields({ value, readerZone, now }: HoursFieldsProps) {
  const [typed, setTyped] = useState<ChannelHours | null>(null);
  const { error } = useFormField("routing.hours", "Hours");
  const saved = value.hours ?? [];
  const [added, setAdded] = useState(0);
  const count = Math.min(saved.length + 1 + added, MAX_SPANS);
  return (
    <fieldset
      aria-describedby="hours-hint hours-error"
      className="grid gap-4"
      onInput={({ currentTarget: { form } }) => form && setTyped(readTyped(new FormData(form)))}
    >
      <legend className="pb-1.5 text-sm font-medium">Hours</legend>
      <p id="hours-hint" className="text-sm text-ink-quiet">
        When it gets messages. Days are names and ranges, such as mon-fri or sat,sun; leave them empty for
        every day. Leave all rows empty for any time.
      </p>
      <div className="grid gap-2">
        {Array.from({ length: count }, (_, row) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: rows are never moved.
          <HoursRow key={`${row} ${JSON.stringify(saved[row] ?? null)}`} row={row} span={saved[row]} />
        ))}
        <FieldError id="hours-error" error={error} />
        {count < MAX_SPANS && (
          <div>
            <Button look="bare" type="button" onClick={() => setAdded(added + 1)}>
              Add Row
            </Button>
          </div>
        )}
      </div>
      <Field
        label="Time zone"
        name="routing.timezone"
        list={TIME_ZONES}
        autoComplete="off"
        defaultValue={value.timezone ?? readerZone}
      />
      <SelectField
        label="Outside these hours, messages"
        name="routing.outside"
        value={value.outside}
        choices={OUTSIDE_CHOICES}
      />
      <Check
        key={String(value.criticalAnyway)}
        name="routing.critical_anyway"
        defaultChecked={value.criticalAnyway}
      >
        Send critical alerts at any time
      </Check>
      {(typed ?? value).hours && <Preview hours={typed ?? value} now={now} />}
    </fieldset>
  );
}

type HoursRowProps = { row: number; span: NonNullable<ChannelHours["hours"]>[number] | undefined };

const HoursRow = ({ row, span }: HoursRowProps) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] gap-2">
    <RowInput row={row} field="days" label="Days" placeholder="Every day" defaultValue={span?.days} />
    <RowInput row={row} field="from" label="From" type="time" defaultValue={span?.from} />
    <RowInput row={row} field="until" label="Until" type="time" defaultValue={span?.until} />
  </div>
);

type RowInputProps = React.ComponentProps<"input"> & {
  row: number;
  field: Parameters<typeof rowField>[1];
  label: string;
};

function RowInput({ row, field, label, defaultValue, ...input }: RowInputProps) {
  const name = rowField(row, field);
  const { entry } = useFormField(name, label);
  return (
    <input
      {...input}
      name={name}
      aria-label={`${label}, row ${row + 1}`}
      autoComplete="off"
      autoCapitalize="none"
      defaultValue={entry ?? defaultValue}
      className={clsx(INPUT, "h-9")}
    />
  );
}

/** The hours in a form; null if they cannot be saved like this. */
function readTyped(form: FormData): ChannelHours | null {
  const entries = Object.fromEntries(form);
  const rows = readHoursRows(entries);
  const hours = rows.length > 0 ? readHours(rows) : null;
  const timezone = currentTimezone(String(entries["routing.timezone"] ?? "").trim());
  if (typeof hours === "string" || !timezone) return null;
  const outside = entries["routing.outside"] === "drop" ? "drop" : "wait";
  return { hours, timezone, outside, criticalAnyway: "routing.critical_anyway" in entries };
}

function Preview({ hours, now }: { hours: ChannelHours; now: Date }) {
  const lines = previewHours(hours, now);
  return (
    <output className="grid gap-0.5 rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm">
      {lines.map((line) => (
        <span key={line} className="tabular-nums">
          {line}
        </span>
      ))}
    </output>
  );
}
