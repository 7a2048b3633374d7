"use client";

import { useState } from "react";
import { usePickable } from "@/components/snitches/selection/use-pickable";
import { Field } from "@/components/ui/field";
import { Link } from "@/components/ui/link";
import { takeCrontabLine } from "./schedule-text";

type NameFieldProps = {
  caseId: string;
  /** The token of the snitch; null for a new one. */
  own: string | null;
  defaultValue: string | undefined;
  autoFocus?: boolean;
};

const normalize = (name: string) => name.trim().toLowerCase();

/** The name of a snitch. If another one has the name that is typed, it says so, and leaves it to the person. */
export function NameField({ caseId, own, ...field }: NameFieldProps) {
  const [typed, setTyped] = useState("");
  const snitches = usePickable(caseId, typed, typed.trim() !== "");
  const same = snitches?.find(({ token, name }) => token !== own && normalize(name) === normalize(typed));
  return (
    <div className="grid gap-1.5">
      <Field
        {...field}
        label="Name"
        name="name"
        placeholder="Nightly database backup…"
        maxLength={255}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
        onPaste={takeCrontabLine}
      />
      <p role="status" className="text-sm text-errored empty:hidden">
        {same && (
          <>
            <Link href={`/${caseId}/snitches/${same.token}`} className="underline underline-offset-4">
              Another snitch
            </Link>{" "}
            has this name: alerts about the two will look alike.
          </>
        )}
      </p>
    </div>
  );
}
