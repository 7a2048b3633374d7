"use client";

import { Field, TextArea } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { useHasError } from "@/components/ui/form-state";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import type { AlertType } from "@/lib/rules/state/snitch-state";
import type { FilterAttributes } from "@/lib/snitches/filter-attributes";
import type { identity } from "@/lib/snitches/settings/identity";
import type { Columns } from "@/lib/snitches/settings/settings";
import { type AlertingChoices, AlertingFields } from "./alerting-fields";
import { FilterFold } from "./filter-fields";
import { NameField } from "./name-field";
import { RunFields } from "./run-fields";
import { WhenField } from "./when-field";

type SnitchFieldsProps = {
  now: Date;
  /** The recipients if the snitch has none of its own. */
  defaultRecipients: string;
  recipientNotes: string[];
  /** What a form that adds a snitch begins with, also if it starts with the settings of another. Absent in settings. */
  first?: { kind: "schedule" | "interval"; zone: string };
  alerting: AlertingChoices;
  snitch?: ScheduleTerms &
    Omit<Columns, "filters"> & { alertType: AlertType; filters: FilterAttributes | null };
  /** What comes last. */
  children?: React.ReactNode;
};

const LAST = { tags: 1, environment: 1, url: 1, notes: 1 } satisfies Record<
  Exclude<keyof typeof identity, "name" | "slug">,
  1
>;

/** The fields of a snitch, for the forms that add and change one: its name, when its job runs, and what can be left as it is. */
export function SnitchFields({
  now,
  defaultRecipients,
  recipientNotes,
  first,
  alerting,
  snitch,
  children,
}: SnitchFieldsProps) {
  const hasError = useHasError(Object.keys(LAST));
  return (
    <>
      <NameField
        caseId={alerting.caseId}
        own={alerting.own}
        defaultValue={snitch?.name}
        autoFocus={first !== undefined}
      />
      <WhenField terms={snitch} first={first} now={now} isSmart={snitch?.alertType === "smart"} />
      <AlertingFields
        snitch={snitch}
        choices={alerting}
        defaultRecipients={defaultRecipients}
        recipientNotes={recipientNotes}
      />
      <RunFields terms={snitch} />
      <FilterFold filters={snitch?.filters} />
      <Fold
        open={Boolean(snitch) || hasError}
        className="group"
        title={snitch ? "Tags and notes" : "Tags and notes (optional)"}
      >
        <div className="grid gap-5 pt-4">
          <Field
            label="Tags"
            name="tags"
            placeholder="backups, critical"
            hint="Separate tags with commas."
            defaultValue={snitch?.tags.join(", ")}
          />
          <Field
            label="Environment"
            name="environment"
            placeholder="production"
            maxLength={64}
            autoComplete="off"
            hint="Where the job runs. The list can be filtered and grouped by it."
            defaultValue={snitch?.environment}
          />
          <Field
            label="Link"
            name="url"
            inputMode="url"
            placeholder="https://wiki.example.com/backup"
            maxLength={2_000}
            autoComplete="off"
            hint="A runbook, a repository or a dashboard. Shown in every alert."
            defaultValue={snitch?.url}
          />
          <TextArea
            label="Notes"
            name="notes"
            hint="Shown in every alert: where the job runs, what to do when it fails."
            defaultValue={snitch?.notes}
            maxLength={10_000}
          />
        </div>
      </Fold>
      {children}
    </>
  );
}
