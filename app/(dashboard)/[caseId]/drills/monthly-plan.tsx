import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { TIME_ZONES, TimeZoneList } from "@/components/time-zone-list";
import { Field, SelectField } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { formatSkip, type StoredPlan } from "@/lib/drills/plan";
import { formatClock } from "@/lib/rules/notifications/format-quiet-hours";
import {
  DEFAULT_PLAN,
  DRILL_DAYS,
  formatDrillDay,
  formatPlan,
} from "@/lib/rules/notifications/monthly-drill";
import { planDrillsAction } from "./actions";

/** When the next one is, and why the last one was skipped. */
export function NextDrill({ plan }: { plan: StoredPlan | null }) {
  if (!plan?.nextAt) return null;
  const skipped = formatSkip(plan);
  return (
    <div className="grid max-w-prose gap-1.5 pb-6">
      <p>
        Next monthly fire drill: <Time at={plan.nextAt} className="font-medium" />
      </p>
      {plan.skippedAt && skipped && (
        <p className="text-errored">
          The drill of <Time at={plan.skippedAt} /> was skipped, because {skipped}.
        </p>
      )}
    </div>
  );
}

const ON_OR_OFF = [
  { value: "off", label: "Off" },
  { value: "on", label: "On" },
];

const DAYS = DRILL_DAYS.map((day) => ({
  value: String(day),
  label: `${capitalized(formatDrillDay(day))}${day === 0 ? " (Monday to Friday)" : ""}`,
}));

const HOURS = Array.from({ length: 24 }, (_, hour) => ({
  value: String(hour),
  label: formatClock(hour * 60),
}));

type MonthlyPlanProps = {
  caseId: string;
  plan: StoredPlan | null;
  /** The best guess until someone has chosen a zone. */
  readerZone: string;
  mayChange: boolean;
};

/** Whether a fire drill starts on its own each month, and when. */
export function MonthlyPlan({ caseId, plan, readerZone, mayChange }: MonthlyPlanProps) {
  if (!mayChange)
    return (
      <Section id="monthly" title="Monthly fire drill">
        <p className="text-ink-quiet">{plan?.nextAt ? `On: ${formatPlan(plan)}.` : "Off."}</p>
      </Section>
    );
  const { day, hour, zone } = plan ?? { ...DEFAULT_PLAN, zone: readerZone };
  return (
    <Section id="monthly" title="Monthly fire drill">
      <p className="max-w-prose text-ink-quiet">
        One fire drill starts automatically each month and notifies everyone that “Send Fire Drill” notifies.
        Channels break and people change phones: a drill shows it before you miss an alert.
      </p>
      <Form
        asksBeforeLeaving
        action={planDrillsAction.bind(null, caseId)}
        className="group/plan grid max-w-md gap-5"
      >
        <SelectField
          label="Every month"
          name="monthly"
          value={plan?.nextAt ? "on" : "off"}
          choices={ON_OR_OFF}
        />
        <div className="hidden gap-5 group-has-[option[value=on]:checked]/plan:grid sm:grid-cols-3">
          <div className="sm:col-span-2">
            <SelectField label="Day of the month" name="day" value={String(day)} choices={DAYS} />
          </div>
          <SelectField label="Hour" name="hour" value={String(hour)} choices={HOURS} />
          <div className="sm:col-span-3">
            <Field
              label="Time zone"
              name="timezone"
              list={TIME_ZONES}
              autoComplete="off"
              defaultValue={zone}
              hint="Type a city, such as Berlin."
            />
            <TimeZoneList first={readerZone} />
          </div>
        </div>
        <div className="flex items-center gap-3">
          <Submit busy="Saving…">Save Plan</Submit>
          <Saved />
        </div>
      </Form>
    </Section>
  );
}

function capitalized(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}
