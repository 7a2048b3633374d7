"use client";

import { useEffect, useId, useRef, useState } from "react";
import type { Picked } from "@/components/snitches/selection/picked";
import { SnitchPicker } from "@/components/snitches/selection/snitch-picker";
import { ChoiceField } from "@/components/ui/choice-field";
import { Field, FieldNotes, SelectField } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { useHasError } from "@/components/ui/form-state";
import { type AlertRules, SEVERITIES } from "@/lib/rules/incidents/incident";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import type { Interval } from "@/lib/rules/schedule/interval";
import type { AlertType } from "@/lib/rules/state/snitch-state";
import type { Columns } from "@/lib/snitches/settings/settings";
import { AlertAfterField } from "./alert-after-field";
import { ALERT_TYPES } from "./alert-types";
import { alertingDelayProblem } from "./alerting-delay";
import { ChannelFields } from "./channel-fields";
import { SecondsField } from "./seconds-field";

/** What the form offers: snitches that this one can depend on, channels, and members. */
export type AlertingChoices = {
  caseId: string;
  /** The token of the snitch. */
  own: string;
  /** The snitches that it depends on. */
  dependsOn: Picked[];
  /** Whether there is a snitch that it can depend on. */
  hasParents: boolean;
  channels: { id: string; name: string }[];
  /** The addresses of the members. */
  members: string[];
};

type Alerting = AlertRules &
  Pick<Columns, "channels" | "alertEmail"> & { interval: Interval; alertType: AlertType };

type AlertingFieldsProps = {
  snitch: Alerting;
  choices: AlertingChoices;
  /** The recipients if the snitch has none of its own. */
  defaultRecipients: string;
  recipientNotes: string[];
};

/** When people are alerted about a snitch, and who. */
export function AlertingFields({ snitch, choices, defaultRecipients, recipientNotes }: AlertingFieldsProps) {
  const hasError = useHasError(["alert_type", "alert_after_seconds", "recover_after", "depends_on"]);
  const id = useId();
  const hasMore =
    snitch.alertType !== "basic" ||
    snitch.alertAfterSeconds > 0 ||
    snitch.recoverAfter > 1 ||
    choices.dependsOn.length > 0;
  return (
    <>
      <p className="text-sm text-ink-quiet">
        When people are alerted. This does not affect the snitch’s status or history.
      </p>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <AlertAfterField value={snitch.alertAfter === 1 ? "" : snitch.alertAfter} />
        <SelectField
          label="Severity"
          name="severity"
          value={snitch.severity}
          choices={SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] })).toReversed()}
        />
      </div>
      <DelayWarning snitch={snitch} />
      <Field
        label="Recipients"
        name="alert_email"
        placeholder="ops@example.com, ada@example.com"
        hint={
          <>
            Separate addresses with commas. If empty, alerts go to {defaultRecipients}.
            <FieldNotes notes={recipientNotes} />
          </>
        }
        defaultValue={snitch.alertEmail.join(", ")}
        type="email"
        multiple
        list={`${id}-members`}
      />
      <datalist id={`${id}-members`}>
        {choices.members.map((member) => (
          <option key={member} value={member} />
        ))}
      </datalist>
      <ChannelFields label="Channels" channels={choices.channels} chosen={snitch.channels} />
      <Fold open={hasMore || hasError} title="More settings">
        <div className="grid gap-5 pt-3">
          <ChoiceField name="alert_type" label="Alert type" value={snitch.alertType} choices={ALERT_TYPES} />
          <div className="grid items-start gap-4 sm:grid-cols-2">
            <SecondsField
              label="Or after"
              name="alert_after_seconds"
              placeholder="2 hours"
              value={snitch.alertAfterSeconds || null}
              hint="Alerts once the incident has lasted this long. Default: no time limit."
            />
            <Field
              label="Resolve after"
              name="recover_after"
              inputMode="numeric"
              placeholder="1"
              defaultValue={snitch.recoverAfter === 1 ? "" : snitch.recoverAfter}
              hint="Number of successes in a row. Default: 1."
            />
          </div>
          <ParentField {...choices} />
        </div>
      </Fold>
    </>
  );
}

/** Warns if the first alert would come late. It follows the form, and is there without scripts for what is saved. */
function DelayWarning({ snitch: { alertAfter, alertAfterSeconds, interval } }: { snitch: Alerting }) {
  const ref = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState(() =>
    alertingDelayProblem(alertAfter, alertAfterSeconds > 0, interval),
  );
  useEffect(() => {
    const form = ref.current?.closest("form");
    if (!form) return;
    const evaluate = () => {
      const fields = new FormData(form);
      const limit = String(fields.get("alert_after_seconds") ?? "").trim();
      setProblem(alertingDelayProblem(Number(fields.get("alert_after")), limit !== "", interval));
    };
    form.addEventListener("input", evaluate);
    return () => form.removeEventListener("input", evaluate);
  }, [interval]);
  return (
    <div ref={ref} role="status" className="text-sm text-errored empty:hidden">
      {problem}
    </div>
  );
}

const ParentField = ({ caseId, own, dependsOn, hasParents }: AlertingChoices) =>
  hasParents && (
    <SnitchPicker
      caseId={caseId}
      name="depends_on"
      label="Depends on"
      hint="While one of these is missing or errored, alerts about this snitch wait. At most five."
      picked={dependsOn}
      except={own}
    />
  );
