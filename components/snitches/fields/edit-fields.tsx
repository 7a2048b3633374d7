import { TimeZoneList } from "@/components/time-zone-list";
import { SelectField } from "@/components/ui/field";
import { useChecked } from "@/components/ui/form-state";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import { ChannelFields } from "./channel-fields";
import { FilterFields } from "./filter-fields";
import { ReminderFields } from "./reminder-fields";
import { SecondsField } from "./seconds-field";
import { WhenField } from "./when-field";

/** The settings that are changed for several snitches at once. Each has a box, and its fields appear when that is ticked. */
export function EditFields({ channels }: { channels: { id: string; name: string }[] }) {
  return (
    <div className="grid">
      <input type="hidden" name="verb" value="edit" />
      <Part name="schedule" label="Schedule">
        <div className="grid gap-4">
          <WhenField zone="" now={new Date()} isSmart={false} />
          <p className="text-sm text-ink-quiet">Each snitch that changes starts a new period now.</p>
          <TimeZoneList />
        </div>
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
          choices={SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })).toReversed()}
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
          <ChannelFields label="New channels" channels={channels} chosen={[]} />
        </Part>
      )}
    </div>
  );
}

function Part({ name, label, children }: { name: string; label: string; children: React.ReactNode }) {
  const box = `edit.${name}`;
  const checked = useChecked(box, false);
  return (
    <div className="group/part border-t border-line">
      <label className="flex min-h-10 cursor-pointer items-center gap-2.5 text-sm font-medium">
        <input type="checkbox" name={box} defaultChecked={checked} data-part className="size-3.5" />
        {label}
      </label>
      <div className="hidden pt-1 pb-5 pl-6 group-has-[[data-part]:checked]/part:grid">{children}</div>
    </div>
  );
}
