"use client";

import { useId } from "react";
import { SecondsField } from "@/components/snitches/fields/seconds-field";
import { useChecked } from "@/components/ui/form-state";
import { afterAttribute, type EscalationStep } from "@/lib/rules/incidents/escalate";

/** A person or a channel that a step can notify. */
export type Target = { id: string; name: string };

type StepFieldsProps = {
  step: EscalationStep | undefined;
  members: Target[];
  channels: Target[];
  /** Whether it may come with the first notification. */
  mayBeFirst: boolean;
};

/** When a step is due, and whom it notifies. */
export const StepFields = ({ step, members, channels, mayBeFirst }: StepFieldsProps) => (
  <>
    <div className="max-w-60">
      <SecondsField
        label="If no one acknowledges within"
        name={afterAttribute(0)}
        placeholder="15 minutes"
        value={step && step.afterMinutes * 60}
        hint={
          mayBeFirst
            ? "Up to 7 days after the first alert. 0 minutes: at once, instead of everyone in the case."
            : "From 1 minute to 7 days after the first alert."
        }
      />
    </div>
    <Targets title="Notify by email" prefix="user" targets={members} chosen={step?.userIds ?? []} />
    {channels.length > 0 && (
      <Targets
        title="Notify by channel"
        prefix="channel"
        targets={channels}
        chosen={step?.channelIds ?? []}
      />
    )}
  </>
);

type TargetsProps = { title: string; prefix: string; targets: Target[]; chosen: string[] };

const Targets = ({ title, prefix, targets, chosen }: TargetsProps) => (
  <fieldset className="grid gap-1.5">
    <legend className="pb-1.5 text-sm text-ink-quiet">{title}</legend>
    <div className="flex flex-wrap gap-x-5 gap-y-2 text-sm">
      {targets.map(({ id, name }) => (
        <TargetField key={id} field={`${prefix}_${id}`} name={name} isChosen={chosen.includes(id)} />
      ))}
    </div>
  </fieldset>
);

function TargetField({ field, name, isChosen }: { field: string; name: string; isChosen: boolean }) {
  const id = useId();
  const checked = useChecked(field, isChosen);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <input type="checkbox" id={id} name={field} defaultChecked={checked} />
      <label htmlFor={id} className="cursor-pointer py-0.5 wrap-anywhere">
        {name}
      </label>
    </span>
  );
}
