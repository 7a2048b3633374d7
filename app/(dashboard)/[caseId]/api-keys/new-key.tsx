"use client";

import { useEffect, useId, useRef } from "react";
import { Code } from "@/components/ui/code";
import { CopyField } from "@/components/ui/copy-field";
import { Field } from "@/components/ui/field";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { INPUT } from "@/components/ui/input";

type CreatedKey = { name: string; key: string };
type KeyFormState = FormState & { result?: CreatedKey };

type NewKeyProps = {
  appUrl: string;
  create: (previous: KeyFormState, form: FormData) => Promise<KeyFormState>;
};

/** Creates an API key and shows it, only once, with a command to try it. */
export function NewKey({ appUrl, create }: NewKeyProps) {
  const [state, submit] = useForm(create);
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4">
      <StatefulForm state={state} submit={submit} className="flex flex-wrap items-start gap-2">
        <div className="min-w-52 flex-1 sm:max-w-80">
          <Field
            label="Name of the new key"
            name="name"
            placeholder="Deploy script…"
            maxLength={100}
            required
          />
        </div>
        <SelectField label="Permissions" name="access" choices={ACCESS} />
        <SelectField label="Expires" name="days" choices={EXPIRY} />
        <Submit busy="Creating…" className="h-9 sm:mt-[calc(1.5em+0.375rem)]">
          Create Key
        </Submit>
      </StatefulForm>
      {state.result && <KeyNotice key={state.result.key} created={state.result} appUrl={appUrl} />}
    </div>
  );
}

const ACCESS = [
  ["full", "Read and write"],
  ["read", "Read only"],
] as const;

const EXPIRY = [
  ["", "Never"],
  ["30", "In 30 days"],
  ["90", "In 90 days"],
  ["365", "In a year"],
] as const;

type SelectFieldProps = { label: string; name: string; choices: readonly (readonly [string, string])[] };

function SelectField({ label, name, choices }: SelectFieldProps) {
  const id = useId();
  return (
    <div className="grid gap-1.5">
      <label htmlFor={id} className="text-sm font-medium">
        {label}
      </label>
      <select id={id} name={name} className={`${INPUT} h-9 w-auto pr-8`}>
        {choices.map(([value, words]) => (
          <option key={value} value={value}>
            {words}
          </option>
        ))}
      </select>
    </div>
  );
}

function KeyNotice({ created: { name, key }, appUrl }: { created: CreatedKey; appUrl: string }) {
  const ref = useRef<HTMLElement>(null);
  useEffect(() => ref.current?.focus(), []);
  return (
    <section
      ref={ref}
      tabIndex={-1}
      aria-labelledby="created-key"
      className="grid min-w-0 animate-appear gap-4 rounded-lg border border-healthy/40 bg-healthy/6 p-4 outline-none"
    >
      <p id="created-key">
        <strong className="font-medium">Your key “{name}” is ready.</strong> Copy it now: it is not shown
        again.
      </p>
      <CopyField label="API key" value={key} what="the API key" />
      <div className="grid min-w-0 gap-1.5">
        <p className="text-sm text-ink-quiet">Try it: this lists your snitches.</p>
        <Code text={`curl -u ${key}: ${appUrl}/v1/snitches`} what="the command" />
      </div>
    </section>
  );
}
