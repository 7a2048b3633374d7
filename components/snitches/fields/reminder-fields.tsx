import { ChoiceField } from "@/components/ui/choice-field";
import { SecondsField } from "./seconds-field";

const REMINDERS = [
  ["each", "For each failed period", "Another alert each time the job misses a run or reports an error."],
  ["never", "Never", "One alert when the incident starts, and one when it ends."],
  ["every", "Regularly", "While the incident is open and hasn’t been acknowledged or snoozed."],
] as const;

type ReminderFieldsProps = {
  label?: string;
  /** In seconds; 0 for never, and null for each failed period. */
  remindEvery: number | null;
};

/** How often people are reminded of an open incident. */
export function ReminderFields({ label = "Reminders", remindEvery }: ReminderFieldsProps) {
  const value = remindEvery === null ? "each" : remindEvery === 0 ? "never" : "every";
  return (
    <div className="group/remind grid gap-3">
      <ChoiceField name="remind" label={label} value={value} choices={REMINDERS} />
      <div className="hidden pl-6.5 group-has-[[value=every]:checked]/remind:grid">
        <SecondsField
          label="Remind every"
          name="remind_every"
          placeholder="4 hours"
          value={remindEvery || null}
          hint="From 5 minutes to 30 days."
        />
      </div>
    </div>
  );
}
