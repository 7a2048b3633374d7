"use client";

import { startTransition, useState } from "react";
import { Button, ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { type FormState, StatefulForm, useForm } from "@/components/ui/form";
import type { ImportReport } from "@/lib/imports/import";
import { FILE_TOO_LARGE, MAX_FILE_BYTES, type ProductField } from "./products";
import { Report } from "./report";

type ImportState = FormState & { result?: ImportReport };

type ImportFormProps = {
  caseId: string;
  fields: ProductField[];
  action: (previous: ImportState, form: FormData) => Promise<ImportState>;
};

/** Asks for what the import needs, shows what would be added, and adds it. */
export function ImportForm({ caseId, fields, action }: ImportFormProps) {
  const [responded, submit, isPending] = useForm(action);
  const [isTooLarge, setTooLarge] = useState(false);
  const state = isTooLarge ? TOO_LARGE : responded;
  const report = state.result;
  const hasNews = report?.isDryRun && report.created.length + report.channels.length > 0;
  return (
    <div className="grid gap-8">
      <StatefulForm
        state={state}
        submit={submit}
        className="grid max-w-xl gap-5"
        onSubmit={(event) => {
          // After an action React empties the inputs, and the import needs the same key or file as the preview.
          event.preventDefault();
          const { submitter } = event.nativeEvent as SubmitEvent;
          const form = new FormData(event.currentTarget, submitter);
          if (isPending) return;
          // The server would refuse such a file unread.
          const file = form.get("file");
          const isLarger = file instanceof File && file.size > MAX_FILE_BYTES;
          setTooLarge(isLarger);
          if (!isLarger) startTransition(() => submit(form));
        }}
      >
        {fields.map((field) => (
          <ImportField key={field.name} field={field} />
        ))}
        <div className="flex flex-wrap items-center gap-2 pt-1">
          <Button
            type="submit"
            name="mode"
            value="preview"
            look={hasNews ? "plain" : "primary"}
            aria-disabled={isPending || undefined}
          >
            {isPending ? "Reading…" : "Preview"}
          </Button>
          {hasNews && (
            <Button
              type="submit"
              name="mode"
              value="import"
              look="primary"
              aria-disabled={isPending || undefined}
            >
              {isPending ? "Importing…" : "Import"}
            </Button>
          )}
          <ButtonLink href={`/${caseId}/import`} look="bare">
            Cancel
          </ButtonLink>
        </div>
      </StatefulForm>
      {report && !state.error && <Report caseId={caseId} report={report} />}
    </div>
  );
}

function ImportField({ field: { name, label, hint, example, isOptional, accept } }: { field: ProductField }) {
  const shared = { label, hint, isOptional, required: !isOptional };
  if (name === "file")
    return <Field {...shared} name="file" type="file" accept={accept} className="h-auto py-1.5" />;
  const isSecret = name === "key";
  return (
    <Field
      {...shared}
      name={isSecret ? "secret.key" : name}
      type={isSecret ? "password" : "text"}
      placeholder={example}
      // A key is not a password of a person, which a browser should offer to store.
      autoComplete={isSecret ? "one-time-code" : "off"}
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono text-sm"
    />
  );
}

const TOO_LARGE: ImportState = {
  error: FILE_TOO_LARGE,
  validations: [{ attribute: "file", message: FILE_TOO_LARGE }],
};
