import { Section } from "@/components/section";
import { type Editing, SettingRow } from "@/components/setting-row";
import { formatCount } from "@/lib/rules/format-count";
import { type EscalationStep, MAX_STEPS } from "@/lib/rules/incidents/escalate";
import {
  formatMatch,
  isForAllSnitches,
  MAX_POLICIES,
  type Policy,
  toStep,
} from "@/lib/rules/incidents/policy";
import { formatMargin } from "@/lib/rules/schedule/margin-text";
import { savePolicyAction, saveStepAction } from "../actions";
import { AddLink } from "./add-link";
import { NEW_STEP } from "./escalation-form";
import { PolicyFields } from "./policy-fields";
import { StepFields, type Target } from "./step-fields";

type EscalationProps = {
  caseId: string;
  /** The case's own steps, while it has no policies. */
  steps: EscalationStep[];
  policies: Policy[];
  members: { userId: string; email: string }[];
  channels: Target[];
  editing: Editing;
};

/** Whom the case notifies of an incident that no one acknowledges: by one escalation for all snitches, or by policies. */
export function Escalation({ caseId, steps, policies, members, channels, editing }: EscalationProps) {
  const isAdding = editing.edited === NEW_POLICY;
  return (
    <Section id="escalation" title="Escalation" className="gap-3">
      <p className="max-w-prose text-sm text-ink-quiet">
        Notifies more people if an incident hasn’t been acknowledged or snoozed. Everyone notified is also
        notified when it ends.{" "}
        {policies.length > 0 &&
          "The first policy that matches a snitch applies. Open incidents keep the policy they started with."}
      </p>
      {policies.length === 0 && (
        <Steps
          caseId={caseId}
          policy=""
          prefix=""
          steps={steps}
          members={members.map(({ userId, email }) => ({ id: userId, name: email }))}
          channels={channels}
          editing={editing}
        />
      )}
      {[...policies, ...(isAdding ? [undefined] : [])].map((policy, i) => (
        <div key={policy?.name ?? NEW_POLICY} className="not-last:pb-4">
          <SettingRow
            {...editing}
            id={policy ? `policy-${i + 1}` : NEW_POLICY}
            title={policy?.name ?? "Add a policy"}
            sentence={policy && <PolicySentence policy={policy} isOnly={policies.length === 1} />}
            action={savePolicyAction.bind(null, caseId, policy?.name ?? "")}
            isRemovable={policy !== undefined && (i < policies.length - 1 || i === 0)}
          >
            <PolicyFields
              policy={policy}
              place={policy ? i : Math.max(0, policies.length - 1)}
              count={policy ? policies.length - 1 : Math.max(1, policies.length)}
            />
          </SettingRow>
          {policy && (
            <Steps
              caseId={caseId}
              policy={policy.name}
              prefix={`policy-${i + 1}-`}
              steps={policy.steps.map(({ after_minutes, notify }) => toStep(after_minutes, notify))}
              members={members.map(({ email }) => ({ id: email, name: email }))}
              channels={channels}
              editing={editing}
            />
          )}
        </div>
      ))}
      {policies.length < MAX_POLICIES && !isAdding && (
        <AddLink {...editing} id={NEW_POLICY}>
          Add Policy
        </AddLink>
      )}
    </Section>
  );
}

const NEW_POLICY = "policy-new";

type StepsProps = Pick<EscalationProps, "caseId" | "steps" | "channels" | "editing"> & {
  /** The name of the policy; empty for the escalation of the case. */
  policy: string;
  /** What the ids of its rows begin with. */
  prefix: string;
  members: Target[];
};

function Steps({ caseId, policy, prefix, steps, members, channels, editing }: StepsProps) {
  const id = `${prefix}step-new`;
  const isAdding = editing.edited === id;
  const names = new Map([...members, ...channels].map((target) => [target.id, target.name]));
  return (
    <>
      <div>
        {[...steps, ...(isAdding ? [undefined] : [])].map((step, i) => (
          <SettingRow
            {...editing}
            key={step?.afterMinutes ?? id}
            id={step ? `${prefix}step-${step.afterMinutes}` : id}
            title={step ? `${policy && `${policy}: `}Step ${i + 1}` : "Add a step"}
            sentence={step && <StepSentence step={step} names={names} />}
            action={saveStepAction.bind(null, caseId, policy, step?.afterMinutes ?? NEW_STEP)}
            isRemovable={step !== undefined}
          >
            <StepFields step={step} members={members} channels={channels} mayBeFirst={policy !== ""} />
          </SettingRow>
        ))}
      </div>
      {steps.length < MAX_STEPS && !isAdding && (
        <AddLink {...editing} id={id}>
          Add Step{policy && <span className="sr-only">: {policy}</span>}
        </AddLink>
      )}
    </>
  );
}

const REPEATS: Record<number, string> = { 1: "once", 2: "twice" };

function PolicySentence({ policy: { match, steps, repeat }, isOnly }: { policy: Policy; isOnly: boolean }) {
  const others = isOnly ? "all snitches" : "all other snitches";
  return (
    <>
      For <b>{isForAllSnitches(match) ? others : formatMatch(match)}</b>
      {steps.length === 0 && (
        <>
          , <b>no one further</b> is notified
        </>
      )}
      {steps.length > 0 && repeat > 0 && (
        <>
          . Repeats <b>{REPEATS[repeat] ?? formatCount(repeat, "time")}</b>
        </>
      )}
      .
    </>
  );
}

function StepSentence({
  step: { afterMinutes, channelIds, userIds },
  names,
}: {
  step: EscalationStep;
  names: Map<string, string>;
}) {
  const notified = [...userIds, ...channelIds].flatMap((id) => names.get(id) ?? []).join(", ");
  const targets = <b>{notified || "the owners, because everyone chosen has left"}</b>;
  return afterMinutes === 0 ? (
    <>At once, notify {targets} instead of everyone.</>
  ) : (
    <>
      If no one acknowledges within <b>{formatMargin(afterMinutes * 60)}</b>, notify {targets}.
    </>
  );
}
