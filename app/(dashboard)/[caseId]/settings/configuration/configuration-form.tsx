"use client";

import { useState } from "react";
import { Field, TextArea } from "@/components/ui/field";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { INPUT } from "@/components/ui/input";
import type { PlanView } from "@/lib/configuration/plan-view";
import { PlanSection } from "./plan-section";

type State = FormState & { result?: PlanView };

/** In bytes. The server takes no larger file. */
const MAX_BYTES = 1_000_000;

type FormProps = { action: (previous: State, form: FormData) => Promise<State> };

/** Takes a file, shows what it would change, and applies it. */
export function ConfigurationForm({ action }: FormProps) {
  const [state, submit] = useForm(action);
  const [secrets, setSecrets] = useState<Record<string, string>>({});
  const { result } = state;
  const names = [...new Set([...Object.keys(secrets), ...(result?.missing ?? [])])];
  return (
    <StatefulForm state={state} submit={submit} className="grid gap-5">
      <FileField />
      <TextArea
        label="Or paste it"
        name="text"
        rows={10}
        spellCheck={false}
        className="font-mono text-sm"
        defaultValue={result?.text ?? ""}
      />
      <label className="flex items-start gap-2.5 text-sm">
        <input type="checkbox" name="prune" className="mt-1" defaultChecked={result?.prunes ?? false} />
        <span>
          Remove what is not in the file
          <span className="block text-ink-quiet">
            Applies only to the sections in the file. If unchecked, nothing is removed.
          </span>
        </span>
      </label>
      {names.length > 0 && (
        <fieldset className="grid max-w-md gap-4">
          <legend className="pb-3 font-medium">Secrets of new channels</legend>
          {names.map((name) => (
            <Field
              key={name}
              label={name}
              name={`secret.${name}`}
              type="password"
              autoComplete="off"
              value={secrets[name] ?? ""}
              onChange={(event) => setSecrets({ ...secrets, [name]: event.target.value })}
            />
          ))}
        </fieldset>
      )}
      <div>
        <Submit busy="Reading…" look={result?.digest && !result.isApplied ? "plain" : "primary"}>
          Show Plan
        </Submit>
      </div>
      {result && <PlanSection view={result} />}
    </StatefulForm>
  );
}

function FileField() {
  const [error, setError] = useState("");
  return (
    <div className="grid max-w-md gap-1.5">
      <label htmlFor="configuration-file" className="text-sm font-medium">
        File
      </label>
      <input
        id="configuration-file"
        type="file"
        name="file"
        accept=".yml,.yaml,.json"
        aria-invalid={error ? true : undefined}
        aria-describedby={error ? "configuration-file-error" : "configuration-file-hint"}
        className={`${INPUT} py-1.5`}
        onChange={(event) => {
          const isTooLarge = (event.target.files?.[0]?.size ?? 0) > MAX_BYTES;
          if (isTooLarge) event.target.value = "";
          setError(
            isTooLarge ? "This file is too large to upload here. Apply it from the command line." : "",
          );
        }}
      />
      <p id="configuration-file-hint" className="text-sm text-ink-quiet">
        YAML or JSON, as downloaded above.
      </p>
      {error && (
        <p id="configuration-file-error" role="alert" className="text-sm text-failed">
          {error}
        </p>
      )}
    </div>
  );
}
