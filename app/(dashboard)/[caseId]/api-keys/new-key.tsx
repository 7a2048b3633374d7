"use client";

import { useEffect, useRef, useState } from "react";
import { SnitchPicker } from "@/components/snitches/selection/snitch-picker";
import { Code } from "@/components/ui/code";
import { CopyField } from "@/components/ui/copy-field";
import { Field, SelectField } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { type FormState, StatefulForm, Submit, useForm } from "@/components/ui/form";
import { useHasError } from "@/components/ui/form-state";
import { buildExampleCommand, isUse, KEY_USES, type KeyUse, USE_SENTENCES } from "./key-uses";

type CreatedKey = { name: string; key: string; use: KeyUse };
type KeyFormState = FormState & { result?: CreatedKey };

type NewKeyProps = {
  caseId: string;
  appUrl: string;
  checkInUrl: string;
  defaultLimit: number;
  create: (previous: KeyFormState, form: FormData) => Promise<KeyFormState>;
};

/** Creates an API key and shows it, only once, with a command to try it. */
export function NewKey({ caseId, appUrl, checkInUrl, defaultLimit, create }: NewKeyProps) {
  const [state, submit] = useForm(create);
  const [use, setUse] = useState<KeyUse>("tattle:full");
  return (
    <div className="grid gap-4">
      <StatefulForm state={state} submit={submit} className="flex flex-wrap items-start gap-2">
        <div className="min-w-52 flex-1 sm:max-w-80">
          <Field
            label="Name of the new key"
            name="name"
            placeholder="Deploy script…"
            maxLength={100}
            blank="Enter a name for the key."
            required
          />
        </div>
        <SelectField
          label="Permissions"
          name="use"
          value="tattle:full"
          className="w-auto"
          onChoose={(value) => isUse(value) && setUse(value)}
        >
          {KEY_USES.map(({ protocol, uses }) => (
            <optgroup key={protocol} label={protocol}>
              {uses.map(([value, label]) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </optgroup>
          ))}
        </SelectField>
        <SelectField label="Expires" name="days" value="" choices={EXPIRY} className="w-auto" />
        {use.endsWith(":ping") && (
          <div className="w-44">
            <Field
              label="Snitches it may add"
              name="snitch_limit"
              inputMode="numeric"
              defaultValue={defaultLimit}
              hint="Leave empty for no limit."
            />
          </div>
        )}
        <p role="status" className="basis-full text-sm text-ink-quiet">
          {USE_SENTENCES[use]}
        </p>
        <Limits caseId={caseId} />
        <Submit busy="Creating…" className="h-9">
          Create Key
        </Submit>
      </StatefulForm>
      {state.result && (
        <KeyNotice key={state.result.key} created={state.result} appUrl={appUrl} checkInUrl={checkInUrl} />
      )}
    </div>
  );
}

/** Which snitches the key reaches. Folded, because most keys reach all. */
function Limits({ caseId }: { caseId: string }) {
  const hasError = useHasError(["tags", "snitches"]);
  return (
    <Fold title="Limit to some snitches…" open={hasError} className="basis-full">
      <div className="grid max-w-3xl gap-4 pt-2 sm:grid-cols-2">
        <Field
          label="Tags"
          name="tags"
          placeholder="billing, db…"
          hint="The key can access snitches with any of these tags. Snitches it creates get the first one."
        />
        <SnitchPicker
          caseId={caseId}
          name="snitches"
          label="Snitches"
          picked={[]}
          hint="With tags, it can access both. It sees nothing else."
        />
      </div>
    </Fold>
  );
}

const EXPIRY = [
  { value: "", label: "Never" },
  { value: "30", label: "In 30 days" },
  { value: "90", label: "In 90 days" },
  { value: "365", label: "In a year" },
];

type KeyNoticeProps = { created: CreatedKey; appUrl: string; checkInUrl: string };

function KeyNotice({ created: { name, key, use }, appUrl, checkInUrl }: KeyNoticeProps) {
  const example = buildExampleCommand(use, { key, appUrl, checkInUrl });
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
        <p className="text-sm text-ink-quiet">Try it: {example.says}.</p>
        <Code text={example.command} what="the command" />
      </div>
    </section>
  );
}
