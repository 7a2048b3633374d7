"use client";

import { Time } from "@/components/time";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog } from "@/components/ui/dialog";
import { SelectField } from "@/components/ui/field";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";

type ReplaceState = FormState & { result?: { value: string; formerWorksUntil: Date | null } };

type ReplaceFormProps = {
  /** What is replaced, after “the old”. */
  noun: "URL" | "secret";
  /** What the new one is called. */
  newName: string;
  confirm: string;
  busy: string;
  /** If it can be read only now. */
  shownOnce?: boolean;
  replace: (previous: ReplaceState, form: FormData) => Promise<ReplaceState>;
};

type ReplaceValueProps = ReplaceFormProps & {
  title: string;
  description: string;
  trigger: string;
  /** The trigger for screen readers, if it differs. */
  label?: string;
};

/** A button and its dialog that replaces a URL or a secret, lets the old one work for a while, and shows the new one. */
export const ReplaceValue = ({ title, description, trigger, label, ...form }: ReplaceValueProps) => (
  <Dialog
    title={title}
    description={<p>{description}</p>}
    trigger={<Button aria-label={label}>{trigger}</Button>}
  >
    <ReplaceForm {...form} />
  </Dialog>
);

function ReplaceForm({ noun, newName, confirm, busy, shownOnce = false, replace }: ReplaceFormProps) {
  const [state, submit] = useForm(replace);
  const { result } = state;
  if (!result)
    return (
      <StatefulForm state={state} submit={submit}>
        <SelectField
          name="overlap_hours"
          label={`The old ${noun} works for`}
          value="24"
          choices={[
            { value: "1", label: "Another hour" },
            { value: "24", label: "Another day" },
            { value: "168", label: "Another week" },
            { value: "0", label: `No longer: all previous ${noun}s expire now` },
          ]}
        />
        <div>
          <Submit busy={busy}>{confirm}</Submit>
        </div>
      </StatefulForm>
    );
  return (
    <div className="grid gap-4" role="status">
      <CopyField label={`New ${newName}`} value={result.value} what={`the new ${newName}`} />
      <p className="text-sm text-ink-quiet">
        {shownOnce && "Copy it now: it is not shown again. "}
        {result.formerWorksUntil ? (
          <>
            The old {noun} works until <Time at={result.formerWorksUntil} />.
          </>
        ) : (
          `Previous ${noun}s have expired.`
        )}
      </p>
    </div>
  );
}
