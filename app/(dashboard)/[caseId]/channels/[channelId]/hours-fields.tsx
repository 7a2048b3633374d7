"use client";

import { useState } from "react";
import { TIME_ZONES } from "@/components/time-zone-list";
import { Button } from "@/components/ui/button";
import { Check } from "@/components/ui/check";
import { Field, SelectField } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field-error";
import { useChecked, useFormField } from "@/components/ui/form-state";
import { HOURS_ONLY, readHoursRows, rowField } from "@/lib/channels/hours-rows";
import {
  type ChannelHours,
  MAX_SPANS,
  readHours,
  type SpanInput,
} from "@/lib/rules/notifications/channel-hours";
import { previewHours } from "@/lib/rules/notifications/format-channel-hours";
import { WEEKDAY_NAMES } from "@/lib/rules/notifications/format-quiet-hours";
import { parseTimezone } from "@/lib/rules/schedule/time-zone";

const OUTSIDE_CHOICES = [
  { value: "wait", label: "Wait, and arrive as one summary when the hours begin" },
  { value: "drop", label: "Dropped" },
];

const DAYS = [
  { value: "", label: "Every day" },
  { value: "mon-fri", label: "Monday to Friday" },
  { value: "sat,sun", label: "Saturday and Sunday" },
  ...WEEKDAY_NAMES.map((label) => ({ value: label.slice(0, 3).toLowerCase(), label })),
];

const NEW_SPAN: SpanInput = { days: "mon-fri", from: "08:00", until: "18:00" };

type HoursFieldsProps = { value: ChannelHours; readerZone: string; now: Date };

/** When a channel gets messages, with what that means for two examples. */
export function HoursFields({ value, readerZone, now }: HoursFieldsProps) {
  const hours = value.hours ?? [NEW_SPAN];
  const timezone = value.timezone ?? readerZone;
  const [typed, setTyped] = useState<ChannelHours | null>({ ...value, hours, timezone });
  const { error } = useFormField("routing.hours", "Hours");
  const [spans, setSpans] = useState(hours);
  const isLimited = useChecked(HOURS_ONLY, value.hours !== null);
  const isCriticalSent = useChecked("routing.critical_anyway", value.criticalAnyway);
  return (
    <fieldset
      aria-describedby="hours-error"
      className="group/hours grid gap-4"
      onInput={({ currentTarget: { form } }) => form && setTyped(readTyped(new FormData(form)))}
    >
      <legend className="pb-1.5 text-sm font-medium">Hours</legend>
      <Check name={HOURS_ONLY} defaultChecked={isLimited} data-hours>
        Send messages only during certain hours
      </Check>
      <div className="hidden gap-4 group-has-[[data-hours]:checked]/hours:grid">
        <div className="grid gap-2">
          {spans.map((span, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: rows are only added, at the end.
            <HoursRow key={row} row={row} span={span} />
          ))}
          <FieldError id="hours-error" error={error} />
          {spans.length < MAX_SPANS && (
            <div>
              <Button look="bare" type="button" onClick={() => setSpans([...spans, { from: "", until: "" }])}>
                Add Hours
              </Button>
            </div>
          )}
        </div>
        <Field
          label="Time zone"
          name="routing.timezone"
          list={TIME_ZONES}
          autoComplete="off"
          defaultValue={timezone}
        />
        <SelectField
          label="Outside these hours, messages"
          name="routing.outside"
          value={value.outside}
          choices={OUTSIDE_CHOICES}
        />
        <Check key={String(isCriticalSent)} name="routing.critical_anyway" defaultChecked={isCriticalSent}>
          Send critical alerts at any time
        </Check>
        {typed && <Preview hours={typed} now={now} />}
      </div>
    </fieldset>
  );
}

/** One time span. Days that the list does not have, from an API client, are kept as they are. */
const HoursRow = ({ row, span: { days = "", from, until } }: { row: number; span: SpanInput }) => (
  <div className="grid grid-cols-[minmax(0,1fr)_auto_auto] items-end gap-2">
    <SelectField
      label="Days"
      name={rowField(row, "days")}
      value={days}
      choices={DAYS.some(({ value }) => value === days) ? DAYS : [...DAYS, { value: days, label: days }]}
    />
    <Field label="From" name={rowField(row, "from")} type="time" defaultValue={from} />
    <Field label="Until" name={rowField(row, "until")} type="time" defaultValue={until} />
  </div>
);

/** The hours in a form; null if they cannot be saved like this. */
function readTyped(form: FormData): ChannelHours | null {
  const entries = Object.fromEntries(form);
  const rows = readHoursRows(entries);
  const hours = rows.length > 0 ? readHours(rows) : null;
  const timezone = parseTimezone(String(entries["routing.timezone"] ?? ""));
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
