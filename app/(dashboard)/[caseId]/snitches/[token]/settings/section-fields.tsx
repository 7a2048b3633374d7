import { type AlertingChoices, AlertingFields } from "@/components/snitches/fields/alerting-fields";
import { DetailFields } from "@/components/snitches/fields/detail-fields";
import { DismissedFields } from "@/components/snitches/fields/dismissed-fields";
import { FilterFields } from "@/components/snitches/fields/filter-fields";
import { NameField } from "@/components/snitches/fields/name-field";
import { ReminderFields } from "@/components/snitches/fields/reminder-fields";
import { RunFields } from "@/components/snitches/fields/run-fields";
import { WhenField } from "@/components/snitches/fields/when-field";
import { presentFilters } from "@/lib/snitches/filter-attributes";
import type { SectionName } from "../../forms/sections";
import type { LoadedSnitch } from "../load-snitch";
import { ChecksPreview } from "./checks-preview";

type SectionFieldsProps = {
  name: SectionName;
  snitch: LoadedSnitch;
  alerting: AlertingChoices;
  defaultRecipients: string;
  recipientNotes: string[];
  /** The zone of a new schedule. */
  zone: string;
  now: Date;
};

/** The fields of the section that is being edited. */
export function SectionFields({ name, snitch, alerting, zone, now, ...recipients }: SectionFieldsProps) {
  switch (name) {
    case "name":
      return <NameField caseId={alerting.caseId} own={snitch.token} defaultValue={snitch.name} />;
    case "schedule":
      return (
        <WhenField terms={snitch} zone={zone} now={now} isSmart={snitch.alertType === "smart"} hasMargins />
      );
    case "alerts":
      return <AlertingFields snitch={snitch} choices={alerting} {...recipients} />;
    case "reminders":
      return <ReminderFields label="When to remind" remindEvery={snitch.remindEvery} />;
    case "runs":
      return (
        <RunFields terms={snitch} hasSchedule={snitch.schedule !== null}>
          <ChecksPreview caseId={alerting.caseId} token={snitch.token} />
        </RunFields>
      );
    case "keywords":
      return <FilterFields filters={presentFilters(snitch.filters)} />;
    case "details":
      return <DetailFields snitch={snitch} />;
    case "suggestions":
      return <DismissedFields silenced={snitch.silenced} />;
  }
}
