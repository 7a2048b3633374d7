"use client";

import { useId, useState } from "react";
import { Prose } from "@/components/prose";
import { Segments } from "@/components/segments";
import { Button } from "@/components/ui/button";
import { describedBy, Field, Labelled, SelectField, TextArea } from "@/components/ui/field";
import { useFormField } from "@/components/ui/form-state";
import { Eye, EyeOff } from "@/components/ui/icons";
import { INPUT } from "@/components/ui/input";
import type { FormField } from "@/lib/channel-kinds/form-fields";

/** A setting with its name in the form. */
export type SettingField = FormField & {
  /** The name of the input. */
  input: string;
  /** The name of the box that removes an optional secret; absent if there is none to remove. */
  removal?: string;
};

type SettingFieldsProps = {
  fields: SettingField[];
  /** The ways to set it up: links to the form of each. */
  ways?: { names: string[]; current: string };
  /** What is removed with the form. */
  removals: string[];
  /** What is saved, without secrets. Absent for a new channel. */
  saved?: Record<string, string>;
};

/** The settings of a channel: one field for each. */
export const SettingFields = ({ fields, ways, removals, saved }: SettingFieldsProps) => (
  <>
    {ways && (
      <Segments
        label="Connection"
        className="w-fit"
        scroll={false}
        segments={ways.names.map((way) => ({
          href: `?way=${way}`,
          isCurrent: way === ways.current,
          children: way,
        }))}
      />
    )}
    {removals.map((name) => (
      <input key={name} type="hidden" name={name} value="on" />
    ))}
    {fields.map((field) => (
      <Setting key={field.name} field={field} saved={saved} />
    ))}
  </>
);

function Setting({ field, saved }: { field: SettingField; saved: SettingFieldsProps["saved"] }) {
  const hint = <Prose text={field.description} />;
  const [first = ""] = field.choices;
  if (field.choices.length > 0)
    return (
      <SelectField
        label={field.title}
        name={field.input}
        value={saved?.[field.name] || first}
        choices={field.choices.map((value) => ({ value, label: value }))}
        hint={hint}
      />
    );
  if (field.isLong) return <LongField field={field} hint={hint} saved={saved} />;
  if (field.isSecret) return <SecretField field={field} hint={hint} isSaved={saved !== undefined} />;
  return (
    <Field
      label={field.title}
      isOptional={field.isOptional}
      name={field.input}
      defaultValue={saved ? saved[field.name] : field.preset}
      placeholder={field.example}
      hint={hint}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      required={!field.isOptional}
      className="font-mono text-sm"
    />
  );
}

type LongFieldProps = { field: SettingField; hint: React.ReactNode; saved: SettingFieldsProps["saved"] };

/** A setting of several lines. If it is secret, what is saved stays unless something else is entered. */
const LongField = ({ field, hint, saved }: LongFieldProps) => (
  <div className="grid gap-1.5">
    <TextArea
      label={field.title}
      isOptional={field.isOptional}
      name={field.input}
      attribute={`settings.${field.name}`}
      defaultValue={field.isSecret ? undefined : saved?.[field.name]}
      placeholder={field.removal ? "Unchanged" : field.example}
      hint={hint}
      autoComplete="off"
      autoCapitalize="none"
      spellCheck={false}
      className="font-mono text-sm"
    />
    <Removal field={field} />
  </div>
);

const Removal = ({ field: { removal } }: { field: SettingField }) =>
  removal && (
    <label className="flex w-fit cursor-pointer items-center gap-2 py-0.5 text-sm text-ink-quiet">
      <input type="checkbox" name={removal} />
      Remove the saved value
    </label>
  );

type SecretFieldProps = { field: SettingField; hint: React.ReactNode; isSaved: boolean };

/** A secret. It is never sent back to the browser: what is saved stays unless another one is entered. */
function SecretField({ field, hint, isSaved }: SecretFieldProps) {
  const id = useId();
  // Kept here, so that it is still there if another field has an error.
  const [value, setValue] = useState("");
  const [isShown, setShown] = useState(false);
  const { error } = useFormField(`settings.${field.name}`, field.title);
  return (
    <Labelled id={id} label={field.title} hint={hint} isOptional={field.isOptional} error={error}>
      <div className="relative">
        <input
          {...describedBy(id, hint, error)}
          id={id}
          name={field.input}
          type={isShown ? "text" : "password"}
          value={value}
          onChange={({ currentTarget }) => setValue(currentTarget.value)}
          placeholder={isSaved ? "Unchanged" : field.example}
          autoComplete="new-password"
          autoCapitalize="none"
          spellCheck={false}
          required={!isSaved && !field.isOptional}
          className={`${INPUT} h-9 pr-20 font-mono text-sm`}
        />
        <Button
          look="bare"
          className="absolute top-1 right-1 h-7 px-2 text-xs noscript:hidden"
          onClick={() => setShown(!isShown)}
          aria-label={`${isShown ? "Hide" : "Show"} ${field.title}`}
        >
          {isShown ? <EyeOff aria-hidden /> : <Eye aria-hidden />}
          {isShown ? "Hide" : "Show"}
        </Button>
      </div>
      <Removal field={field} />
    </Labelled>
  );
}
