import { Section } from "@/components/section";
import { type Editing, SettingRow } from "@/components/setting-row";
import type { EscalationStep } from "@/lib/rules/incidents/escalate";
import { MAX_STEPS } from "@/lib/rules/incidents/escalate";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { saveStepAction } from "../actions";
import { AddLink } from "./add-link";
import { StepFields, type Target } from "./step-fields";

type EscalationProps = {
  caseId: string;
  steps: EscalationStep[];
  members: Target[];
  channels: Target[];
  editing: Editing;
};

/** Whom the case notifies of an incident that no one acknowledges. */
export function Escalation({ caseId, steps, members, channels, editing }: EscalationProps) {
  const isAdding = editing.edited === NEW;
  return (
    <Section id="escalation" title="Escalation" className="gap-3">
      <p className="max-w-prose text-sm text-ink-quiet">
        Notifies more people if an incident hasn’t been acknowledged or snoozed. Everyone notified is also
        notified when it ends.
      </p>
      <div>
        {[...steps, ...(isAdding ? [undefined] : [])].map((step, i) => (
          <SettingRow
            {...editing}
            key={step?.afterMinutes ?? NEW}
            id={step ? `step-${step.afterMinutes}` : NEW}
            title={step ? `Step ${i + 1}` : "Add a step"}
            sentence={step && <Sentence step={step} targets={[...members, ...channels]} />}
            action={saveStepAction.bind(null, caseId, step?.afterMinutes ?? 0)}
            isRemovable={step !== undefined}
          >
            <StepFields step={step} members={members} channels={channels} />
          </SettingRow>
        ))}
      </div>
      {steps.length < MAX_STEPS && !isAdding && (
        <AddLink {...editing} id={NEW}>
          Add Step
        </AddLink>
      )}
    </Section>
  );
}

const NEW = "step-new";

function Sentence({
  step: { afterMinutes, channelIds, userIds },
  targets,
}: {
  step: EscalationStep;
  targets: Target[];
}) {
  const notified = targets.filter(({ id }) => channelIds.includes(id) || userIds.includes(id));
  return (
    <>
      If no one acknowledges within <b>{formatMargin(afterMinutes * 60)}</b>, notify{" "}
      <b>{notified.map(({ name }) => name).join(", ") || "the owners, because everyone chosen has left"}</b>.
    </>
  );
}
