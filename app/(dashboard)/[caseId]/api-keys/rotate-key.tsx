"use client";

import { useState } from "react";
import { Time } from "@/components/time";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog } from "@/components/ui/dialog";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";

type Rotated = { key: string; formerWorksUntil: Date | null };
type RotateState = FormState & { result?: Rotated };

type RotateKeyProps = {
  name: string;
  rotate: (previous: RotateState, form: FormData) => Promise<RotateState>;
};

/** Gives a key a new secret, and shows it, only once. */
export function RotateKey({ name, rotate }: RotateKeyProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title={`Rotate “${name}”?`}
      description={
        <p>
          The key gets a new secret. Both secrets work until the old one expires, so you can update your
          programs.
        </p>
      }
      trigger={<Button aria-label={`Rotate ${name}`}>Rotate…</Button>}
    >
      <RotateForm rotate={rotate} />
    </Dialog>
  );
}

function RotateForm({ rotate }: Pick<RotateKeyProps, "rotate">) {
  const [state, submit] = useForm(rotate);
  if (state.result) return <NewSecret rotated={state.result} />;
  return (
    <StatefulForm state={state} submit={submit}>
      <SelectField name="overlap_hours" label="The old secret works for" value="24" choices={OVERLAPS} />
      <div>
        <Submit busy="Rotating…">Rotate Key</Submit>
      </div>
    </StatefulForm>
  );
}

const OVERLAPS = [
  { value: "1", label: "Another hour" },
  { value: "24", label: "Another day" },
  { value: "168", label: "Another week" },
  { value: "0", label: "No longer: all previous secrets expire now" },
];

const NewSecret = ({ rotated: { key, formerWorksUntil } }: { rotated: Rotated }) => (
  <div className="grid gap-4" role="status">
    <CopyField label="New API key" value={key} what="the new API key" />
    <p className="text-sm text-ink-quiet">
      Copy it now: it is not shown again.{" "}
      {formerWorksUntil ? (
        <>
          The old one works until <Time at={formerWorksUntil} />.
        </>
      ) : (
        "Previous secrets have expired."
      )}
    </p>
  </div>
);
