"use client";

import { useEffect, useId, useRef, useState } from "react";
import type { Picked } from "@/components/snitches/selection/picked";
import { SnitchPicker } from "@/components/snitches/selection/snitch-picker";
import { ChoiceField } from "@/components/ui/choice-field";
import { Field, FieldNotes } from "@/components/ui/field";
import { FieldError } from "@/components/ui/field-error";
import { Fold } from "@/components/ui/fold";
import { useFormField, useHasError } from "@/components/ui/form-state";
import { SelectField } from "@/components/ui/select-field";
import { type AlertRules, DEFAULT_RULES, RULE_NAMES, SEVERITIES } from "@/lib/rules/incidents/incident";
import { SEVERITY_WORDS } from "@/lib/rules/incidents/severity-words";
import { INTERVALS, type Interval } from "@/lib/rules/schedule/interval";
import type { AlertType } from "@/lib/rules/state/snitch-state";
import type { alerting } from "@/lib/snitches/settings/alerting";
import type { Columns } from "@/lib/snitches/settings/settings";
import { AlertAfterField } from "./alert-after-field";
import { ALERT_TYPES } from "./alert-types";
import { alertingDelayProblem } from "./alerting-delay";
import { ReminderFields } from "./reminder-fields";
import { SecondsField } from "./seconds-field";
import { Tick } from "./tick";

/** What the form offers: snitches that this one can depend on, and channels. */
export type AlertingChoices = {
  caseId: string;
  /** The token of the snitch; null for a new one. */
  own: string | null;
  /** The snitches that it depends on. */
  dependsOn: Picked[];
  /** Whether there is a snitch that it can depend on. */
  hasParents: boolean;
  channels: { id: string; name: string }[];
};

type Alerting = AlertRules &
  Pick<Columns, "channels" | "alertEmail"> & { interval: Interval; alertType: AlertType };

type AlertingFieldsProps = {
  snitch?: Alerting;
  choices: AlertingChoices;
  /** The recipients if the snitch has none of its own. */
  defaultRecipients: string;
  recipientNotes: string[];
};

const NAMES = {
  alert_type: 1,
  alert_email: 1,
  alert_after: 1,
  alert_after_seconds: 1,
  recover_after: 1,
  remind_every: 1,
  severity: 1,
  depends_on: 1,
  channels: 1,
} satisfies Record<Exclude<keyof typeof alerting, "silenced"> | "alert_type", 1>;

/** When people are alerted about a snitch, and who. Left as it is, they are alerted at once and once for each failed period. */
export function AlertingFields({ snitch, choices, defaultRecipients, recipientNotes }: AlertingFieldsProps) {
  const rules = snitch ?? DEFAULT_RULES;
  const hasError = useHasError(Object.keys(NAMES));
  const hasRules =
    choices.dependsOn.length > 0 ||
    (snitch !== undefined &&
      (snitch.channels.length > 0 ||
        snitch.alertEmail.length > 0 ||
        snitch.alertType !== "basic" ||
        RULE_NAMES.some((name) => snitch[name] !== DEFAULT_RULES[name])));
  return (
    <Fold open={hasRules || hasError} title={snitch ? "Alerts" : "Alerts (optional)"}>
      <input type="hidden" name="alerting" value="shown" />
      <div className="grid gap-5 pt-4">
        <p className="text-sm text-ink-quiet">
          When people are alerted, and how often. This does not affect the snitch’s status or history.
        </p>
        <ChoiceField
          name="alert_type"
          label="Alert type"
          value={snitch?.alertType ?? "basic"}
          choices={ALERT_TYPES}
        />
        <div className="grid items-start gap-4 sm:grid-cols-2">
          <AlertAfterField value={rules.alertAfter === 1 ? "" : rules.alertAfter} />
          <SecondsField
            label="Or after"
            name="alert_after_seconds"
            placeholder="2 hours"
            value={rules.alertAfterSeconds || null}
            hint="When the incident has lasted this long. Default: only the number counts."
          />
          <Field
            label="Resolve after"
            name="recover_after"
            inputMode="numeric"
            placeholder="1"
            defaultValue={rules.recoverAfter === 1 ? "" : rules.recoverAfter}
            hint="Number of successes in a row. Default: 1."
          />
          <SelectField
            label="Severity"
            name="severity"
            value={rules.severity}
            choices={SEVERITIES.map((value) => ({ value, label: SEVERITY_WORDS[value] })).toReversed()}
          />
        </div>
        <DelayWarning snitch={snitch} />
        <ReminderFields remindEvery={rules.remindEvery} />
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
          defaultValue={snitch?.alertEmail.join(", ")}
          inputMode="email"
        />
        <ParentField {...choices} />
        <ChannelFields channels={choices.channels} chosen={snitch?.channels ?? []} />
      </div>
    </Fold>
  );
}

/** Warns if the first alert would come late. It follows the form, and is there without scripts for what is saved. */
function DelayWarning({ snitch }: { snitch?: Alerting }) {
  const ref = useRef<HTMLDivElement>(null);
  const [problem, setProblem] = useState(() =>
    snitch ? alertingDelayProblem(snitch.alertAfter, snitch.alertAfterSeconds > 0, snitch.interval) : null,
  );
  useEffect(() => {
    const form = ref.current?.closest("form");
    if (!form) return;
    const evaluate = () => {
      const fields = new FormData(form);
      const isSchedule = fields.get("kind") === "schedule";
      const interval = isSchedule
        ? snitch?.interval
        : INTERVALS.find((name) => name === fields.get("interval"));
      const limit = String(fields.get("alert_after_seconds") ?? "").trim();
      setProblem(alertingDelayProblem(Number(fields.get("alert_after")), limit !== "", interval));
    };
    form.addEventListener("input", evaluate);
    return () => form.removeEventListener("input", evaluate);
  }, [snitch?.interval]);
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

function ChannelFields({ channels, chosen }: { channels: AlertingChoices["channels"]; chosen: string[] }) {
  const { error } = useFormField("channels", "Channels");
  const id = useId();
  if (channels.length === 0) return null;
  return (
    <fieldset aria-describedby={`${id}-hint${error ? ` ${id}-error` : ""}`} className="grid gap-2">
      <legend className="pb-1.5 text-sm font-medium">Channels</legend>
      <p id={`${id}-hint`} className="text-sm text-ink-quiet">
        Which of them get its alerts. If none is chosen, all channels of the case do.
      </p>
      <div className="grid gap-0.5">
        {channels.map(({ id: channelId, name }) => (
          <Tick
            key={channelId}
            part="alerting"
            name={`channels.${channelId}`}
            isTicked={chosen.includes(channelId)}
            label={name}
            isInvalid={error !== undefined}
          />
        ))}
      </div>
      <FieldError id={`${id}-error`} error={error} />
    </fieldset>
  );
}
