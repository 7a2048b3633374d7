"use client";

import { ChoiceField } from "@/components/ui/choice-field";
import { Field, FieldNotes, TextArea } from "@/components/ui/field";
import { useHasError } from "@/components/ui/form";
import type { AlertRules } from "@/lib/rules/incidents/incident";
import type { RunTerms } from "@/lib/rules/runs/terms";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { type AlertingChoices, AlertingFields } from "./alerting-fields";
import { RunFields } from "./run-fields";
import { WhenField } from "./when-field";

type SnitchFieldsProps = {
  now: Date;
  /** The recipients if the snitch has none of its own. */
  defaultRecipients: string;
  recipientNotes: string[];
  /** Whether the form adds a snitch, also if it starts with the settings of another. */
  isNew?: boolean;
  alerting: AlertingChoices;
  snitch?: ScheduleTerms &
    RunTerms &
    AlertRules & {
      channels: string[];
      name: string;
      alertType: "basic" | "smart";
      alertEmail: string[];
      tags: string[];
      notes: string;
    };
};

/** The fields of a snitch, for the forms that add and change one. */
export function SnitchFields({
  now,
  defaultRecipients,
  recipientNotes,
  isNew,
  alerting,
  snitch,
}: SnitchFieldsProps) {
  const hasError = useHasError(["alert_type", "alert_email", "tags", "notes"]);
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
      <RunFields terms={snitch} />
      <AlertingFields snitch={snitch} choices={alerting} />
      <details open={Boolean(snitch) || hasError} className="group">
        <summary className="w-fit rounded py-1 text-sm text-ink-quiet hover:text-ink">
          {snitch ? "Recipients, tags and notes" : "Recipients, tags and notes (all optional)"}
        </summary>
        <div className="grid gap-5 pt-4">
          <ChoiceField
            name="alert_type"
            label="Alert type"
            value={snitch?.alertType ?? "basic"}
            choices={ALERT_TYPES}
          />
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
