"use client";

import { useId } from "react";
import { SecondsField } from "@/components/snitches/fields/seconds-field";
import { useFormField } from "@/components/ui/form-state";
import type { EscalationStep } from "@/lib/rules/incidents/escalate";

/** A person or a channel that a step can notify. */
export type Target = { id: string; name: string };

type StepFieldsProps = { place: number; step?: EscalationStep; members: Target[]; channels: Target[] };

/** When a step is due, and whom it notifies. */
export function StepFields({ place, step, members, channels }: StepFieldsProps) {
  return (
    <fieldset className="grid gap-4 rounded-md border border-line p-4">
      <legend className="px-1 text-sm font-medium">{step ? `Step ${place + 1}` : "Add a step"}</legend>
      <div className="max-w-60">
        <SecondsField
          // A new value needs a new element: the browser keeps what was typed.
          key={step?.afterMinutes}
          label="After"
          name={`after_${place}`}
          placeholder="15 minutes"
          value={step && step.afterMinutes * 60}
          hint={step ? "Leave empty to remove this step." : "Leave empty for no further step."}
        />
      </div>
      <Targets
        title="Notify by e-mail"
        prefix={`user_${place}`}
        targets={members}
        chosen={step?.userIds ?? []}
      />
      {channels.length > 0 && (
        <Targets
          title="Notify by channel"
          prefix={`channel_${place}`}
          targets={channels}
          chosen={step?.channelIds ?? []}
        />
      )}
    </fieldset>
  );
}

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
  const { entry } = useFormField(field, name);
  return (
    <span className="flex min-w-0 items-center gap-1.5">
      <input
        // The browser keeps the state of a checkbox, so a new value needs a new element.
        key={String(isChosen)}
        type="checkbox"
        id={id}
        name={field}
        defaultChecked={isChosen || entry !== undefined}
      />
      <label htmlFor={id} className="cursor-pointer py-0.5 wrap-anywhere">
        {name}
      </label>
    </span>
  );
}
