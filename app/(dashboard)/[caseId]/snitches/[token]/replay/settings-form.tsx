import { AlertAfterField } from "@/components/snitches/fields/alert-after-field";
import { ALERT_TYPES } from "@/components/snitches/fields/alert-types";
import { ChecksField } from "@/components/snitches/fields/checks-field";
import { SecondsField } from "@/components/snitches/fields/seconds-field";
import { WhenField } from "@/components/snitches/fields/when-field";
import { Button } from "@/components/ui/button";
import { ChoiceField } from "@/components/ui/choice-field";
import { type FormState, QueryForm } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import type { ScheduleTerms } from "@/lib/rules/schedule/schedule-terms";

type SettingsFormProps = {
  /** The path of the page. */
  action: string;
  days: number;
  terms: ScheduleTerms;
  isSmart: boolean;
  /** Leads back to the settings of the snitch; null if these are the ones. */
  ownUrl: string | null;
  state: FormState;
  now: Date;
};

/** The settings to try. They are the query of the page. */
export function SettingsForm({ action, days, terms, isSmart, ownUrl, state, now }: SettingsFormProps) {
  return (
    <QueryForm action={action} state={state} className="grid max-w-xl gap-5">
      <input type="hidden" name="days" value={days} />
      <WhenField terms={terms} zone="UTC" now={now} isSmart={isSmart} hasMargins />
      <ChoiceField
        name="alert_type"
        label="Alert type"
        value={isSmart ? "smart" : "basic"}
        choices={ALERT_TYPES}
      />
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AlertAfterField />
        <SecondsField
          label="Longest runtime"
          name="max_runtime"
          placeholder="10 minutes"
          hint="For jobs that report their starts. Leave empty for no limit."
        />
      </div>
      <ChecksField />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Button type="submit" look="primary">
          Try Settings
        </Button>
        {ownUrl && (
          <Link href={ownUrl} className="text-sm text-ink-quiet underline underline-offset-4 hover:text-ink">
            Back to the settings of the snitch
          </Link>
        )}
      </div>
    </QueryForm>
  );
}
