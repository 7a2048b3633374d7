"use client";

import { Field, FieldNotes, TextArea } from "@/components/ui/field";
import { useFormField } from "@/components/ui/form";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { WhenField } from "./when-field";

type SnitchFieldsProps = {
  now: Date;
  /** The recipients if the snitch has none of its own. */
  defaultRecipients: string;
  recipientNotes: string[];
  /** Whether the form adds a snitch, also if it starts with the settings of another. */
  isNew?: boolean;
  snitch?: ScheduleTerms & {
    name: string;
    alertType: "basic" | "smart";
    alertEmail: string[];
    tags: string[];
    notes: string;
  };
};

/** The fields of a snitch, for the forms that add and change one. */
export function SnitchFields({ now, defaultRecipients, recipientNotes, isNew, snitch }: SnitchFieldsProps) {
  return (
    <>
      <Field
        label="Name"
        name="name"
        placeholder="Nightly database backup…"
        defaultValue={snitch?.name}
        autoFocus={isNew}
        maxLength={255}
        required
      />
      <WhenField terms={snitch} now={now} isSmart={snitch?.alertType === "smart"} />
      <details open={Boolean(snitch)} className="group">
        <summary className="w-fit rounded py-1 text-sm text-ink-quiet hover:text-ink">
          {snitch ? "Alerts, tags and notes" : "Alerts, tags and notes (all optional)"}
        </summary>
        <div className="grid gap-5 pt-4">
          <AlertTypeField defaultValue={snitch?.alertType ?? "basic"} />
          <Field
            label="Recipients"
            name="alert_email"
            placeholder="ops@example.com, ada@example.com"
            hint={
              <>
                Separate addresses with commas. Left empty, alerts go to {defaultRecipients}.
                <FieldNotes notes={recipientNotes} />
              </>
            }
            defaultValue={snitch?.alertEmail.join(", ")}
            inputMode="email"
          />
          <Field
            label="Tags"
            name="tags"
            placeholder="backups, critical"
            hint="Separate tags with commas."
            defaultValue={snitch?.tags.join(", ")}
          />
          <TextArea
            label="Notes"
            name="notes"
            hint="Shown in every alert: where the job runs, what to do when it fails."
            defaultValue={snitch?.notes}
            maxLength={10_000}
          />
        </div>
      </details>
    </>
  );
}

const ALERT_TYPES = [
  ["basic", "Basic", "Alerts you at the end of a period without a check-in, or when a run is overdue."],
  [
    "smart",
    "Smart",
    "Learns when the job usually checks in, and alerts you sooner. For jobs that run every hour or less often.",
  ],
] as const;

function AlertTypeField({ defaultValue }: { defaultValue: "basic" | "smart" }) {
  const { error, typed } = useFormField("alert_type", "Alert type");
  return (
    <fieldset aria-describedby={error && "alert-type-error"} className="grid gap-2">
      <legend className="pb-1.5 text-sm font-medium">Alert type</legend>
      {ALERT_TYPES.map(([value, label, meaning]) => (
        <div key={value} className="grid grid-cols-[1rem_1fr] items-center gap-x-2.5 text-sm">
          <input
            type="radio"
            name="alert_type"
            id={`alert-type-${value}`}
            value={value}
            defaultChecked={(typed ?? defaultValue) === value}
            aria-invalid={error ? true : undefined}
            aria-describedby={`alert-type-${value}-meaning`}
          />
          <label htmlFor={`alert-type-${value}`} className="cursor-pointer py-0.5 font-medium">
            {label}
          </label>
          <p id={`alert-type-${value}-meaning`} className="col-start-2 text-ink-quiet">
            {meaning}
          </p>
        </div>
      ))}
      {error && (
        <p id="alert-type-error" className="text-sm text-failed">
          {error}
        </p>
      )}
    </fieldset>
  );
}
