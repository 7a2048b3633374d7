"use client";

import { useState } from "react";
import { Time } from "@/components/time";
import { Button } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Dialog } from "@/components/ui/dialog";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { SelectField } from "@/components/ui/select-field";

type Replaced = { url: string; formerWorksUntil: Date | null };
type ReplaceState = FormState & { result?: Replaced };

type ReplaceUrlProps = { replace: (previous: ReplaceState, form: FormData) => Promise<ReplaceState> };

/** Gives a snitch another check-in URL, for one that leaked. */
export function ReplaceUrl({ replace }: ReplaceUrlProps) {
  const [isOpen, setOpen] = useState(false);
  return (
    <Dialog
      open={isOpen}
      onOpenChange={setOpen}
      title="Replace the check-in URL?"
      description={
        <p>
          The job needs the new URL before the old one expires. The snitch keeps its history and its token in
          the API.
        </p>
      }
      trigger={<Button>Replace URL…</Button>}
    >
      <ReplaceForm replace={replace} />
    </Dialog>
  );
}

function ReplaceForm({ replace }: ReplaceUrlProps) {
  const [state, submit] = useForm(replace);
  if (state.result) return <NewUrl replaced={state.result} />;
  return (
    <StatefulForm state={state} submit={submit}>
      <SelectField name="overlap_hours" label="The old URL works for" value="24" choices={OVERLAPS} />
      <div>
        <Submit busy="Replacing…">Replace URL</Submit>
      </div>
    </StatefulForm>
  );
}

const OVERLAPS = [
  { value: "1", label: "Another hour" },
  { value: "24", label: "Another day" },
  { value: "168", label: "Another week" },
  { value: "0", label: "No longer: all previous URLs expire now" },
];

const NewUrl = ({ replaced: { url, formerWorksUntil } }: { replaced: Replaced }) => (
  <div className="grid gap-4" role="status">
    <CopyField label="New check-in URL" value={url} what="the new check-in URL" />
    <p className="text-sm text-ink-quiet">
      {formerWorksUntil ? (
        <>
          The old URL works until <Time at={formerWorksUntil} />.
        </>
      ) : (
        "Previous URLs have expired."
      )}
    </p>
  </div>
);
