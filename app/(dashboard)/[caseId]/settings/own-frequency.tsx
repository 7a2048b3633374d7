import { FrequencyField } from "@/components/frequency-field";
import { Section } from "@/components/section";
import { Form, Saved, Submit } from "@/components/ui/form";
import type { EmailFrequency } from "@/lib/rules/email-frequency";
import { changeOwnFrequencyAction } from "./actions";

type OwnFrequencyProps = { caseId: string; value: EmailFrequency | null; ofCase: EmailFrequency };

/** How often the signed-in member is e-mailed by the case. */
export const OwnFrequency = ({ caseId, value, ofCase }: OwnFrequencyProps) => (
  <Section title="Your e-mails">
    <Form action={changeOwnFrequencyAction.bind(null, caseId)} className="grid max-w-md gap-5">
      <FrequencyField
        name="frequency"
        label="E-mails to you while a snitch is missing"
        value={value}
        ofCase={ofCase}
      />
      <div className="flex items-center gap-3">
        <Submit busy="Saving…">Save Your Choice</Submit>
        <Saved />
      </div>
    </Form>
  </Section>
);
