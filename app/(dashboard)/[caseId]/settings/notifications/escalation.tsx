import { Section } from "@/components/section";
import { Form, Saved, Submit } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";
import { ASK_MINUTES } from "@/lib/rules/incidents/acknowledgement";
import type { EscalationStep } from "@/lib/rules/incidents/escalate";
import { MAX_STEPS } from "@/lib/rules/incidents/escalate";
import { marginInWords } from "@/lib/rules/schedule/margin-text";
import { saveEscalationAction, updateCaseAction } from "../actions";
import { StepFields, type Target } from "./step-fields";

type EscalationProps = {
  caseId: string;
  ackExpiresAfter: number | null;
  steps: EscalationStep[];
  members: Target[];
  channels: Target[];
  mayChange: boolean;
};

/** Whom the case notifies of an incident that nobody acknowledges. */
export function Escalation({
  caseId,
  ackExpiresAfter,
  steps,
  members,
  channels,
  mayChange,
}: EscalationProps) {
  return (
    <Section id="escalation" title="Escalation">
      <p className="max-w-prose text-ink-quiet">
        Notifies more people if nobody has acknowledged an incident some time after the first alert. It stops
        when the incident is acknowledged or snoozed, or ends; everyone who was notified is notified of the
        end.
      </p>
      {mayChange ? (
        <Form action={saveEscalationAction.bind(null, caseId)} className="grid max-w-2xl gap-5">
          {/* One step more than there are, so that one can be added without JavaScript. */}
          {Array.from({ length: Math.min(steps.length + 1, MAX_STEPS) }, (_, i) => (
            <StepFields
              // biome-ignore lint/suspicious/noArrayIndexKey: A step is its place in the form.
              key={i}
              place={i}
              step={steps[i]}
              members={members}
              channels={channels}
            />
          ))}
          <div className="flex items-center gap-3">
            <Submit busy="Saving…">Save Escalation</Submit>
            <Saved />
          </div>
        </Form>
      ) : (
        <StepList steps={steps} targets={[...members, ...channels]} />
      )}
      <Expiry caseId={caseId} seconds={ackExpiresAfter} mayChange={mayChange} />
    </Section>
  );
}

const EXPIRIES = [1, 4, 8, 24, 72, 168, 720].map((hours) => hours * 3_600);

const expiryInWords = (seconds: number | null) =>
  seconds === null ? "Never" : `After ${marginInWords(seconds)}`;

type ExpiryProps = { caseId: string; seconds: number | null; mayChange: boolean };

function Expiry({ caseId, seconds, mayChange }: ExpiryProps) {
  if (!mayChange) return <p>Acknowledgements expire: {expiryInWords(seconds).toLowerCase()}.</p>;
  // A file may have set another one.
  const others = [...new Set([...EXPIRIES, ...(seconds === null ? [] : [seconds])])].sort((a, b) => a - b);
  const choices = [null, ...others].map((each) => ({
    value: String(each ?? "never"),
    label: expiryInWords(each),
  }));
  return (
    <Form action={updateCaseAction.bind(null, caseId)} className="grid max-w-md gap-5">
      <SelectField
        label="Acknowledgements expire"
        name="ackExpiresAfter"
        value={String(seconds ?? "never")}
        choices={choices}
        hint={`Whoever acknowledged is then asked by e-mail. Without an answer, reminders and the steps go on ${ASK_MINUTES} minutes later.`}
      />
      <div className="flex items-center gap-3">
        <Submit busy="Saving…">Save Expiry</Submit>
        <Saved />
      </div>
    </Form>
  );
}

function StepList({ steps, targets }: { steps: EscalationStep[]; targets: Target[] }) {
  if (steps.length === 0) return <p className="text-ink-quiet">None.</p>;
  return (
    <ol className="grid gap-1.5">
      {steps.map(({ afterMinutes, channelIds, userIds }) => {
        const notified = targets.filter(({ id }) => channelIds.includes(id) || userIds.includes(id));
        return (
          <li key={afterMinutes}>
            <span className="font-medium">After {marginInWords(afterMinutes * 60)}</span>:{" "}
            <span className="wrap-anywhere">
              {notified.map(({ name }) => name).join(", ") || "the owners, because everyone chosen has left"}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
