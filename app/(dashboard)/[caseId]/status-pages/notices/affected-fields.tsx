"use client";

import { use, useId } from "react";
import { Check } from "@/components/ui/check";
import { FieldError } from "@/components/ui/field-error";
import { FormStateContext, useFormField } from "@/components/ui/form-state";
import type { NoticeTarget } from "@/lib/status-pages/notices/list-targets";
import type { Affected, NoticeKind } from "@/lib/status-pages/notices/states";
import { impactField, pageField } from "./form-fields";

type PagesFieldProps = {
  kind: NoticeKind;
  targets: NoticeTarget[];
  /** The slug of the one that is chosen at first, if any. */
  first?: string;
};

/** The pages on which a new notice is, where there are several, each with its components while it is chosen. */
export function PagesField({ kind, targets, first }: PagesFieldProps) {
  const id = useId();
  const { values } = use(FormStateContext);
  const { error } = useFormField("pages", "Status pages");
  const [only, ...others] = targets;
  if (only && others.length === 0)
    return (
      <>
        <input type="hidden" name={pageField(only.slug)} value="on" />
        <AffectedFields kind={kind} page={only} />
      </>
    );
  return (
    <fieldset aria-describedby={error && id} className="grid gap-3">
      <legend className="pb-2 text-sm font-medium">Status pages</legend>
      {targets.map((page, i) => (
        <div key={page.slug} className="group/page grid gap-2">
          <Check
            name={pageField(page.slug)}
            defaultChecked={values ? pageField(page.slug) in values : page.slug === first}
            aria-invalid={error && i === 0 ? true : undefined}
          >
            {page.title}
          </Check>
          <div className="hidden pb-2 pl-6 group-has-[input:checked]/page:block">
            <AffectedFields kind={kind} page={page} />
          </div>
        </div>
      ))}
      <FieldError id={id} error={error} />
    </fieldset>
  );
}

type AffectedFieldsProps = { kind: NoticeKind; page: NoticeTarget; affected?: Affected[] };

/** The components of a page as chips: each opens the choice of its state. News is about none. */
export const AffectedFields = ({ kind, page, affected = [] }: AffectedFieldsProps) =>
  kind !== "news" &&
  page.components.length > 0 && (
    <fieldset className="min-w-0">
      <legend className="pb-2 text-sm font-medium">
        Affected<span className="sr-only"> on {page.title}</span>
      </legend>
      <div className="flex flex-wrap gap-2">
        {page.components.map(({ id, name }) => (
          <Chip
            key={id}
            kind={kind}
            name={name}
            field={impactField(page.slug, id)}
            impact={affected.find(({ component }) => component === id)?.impact}
          />
        ))}
      </div>
    </fieldset>
  );

type ChipProps = { kind: NoticeKind; name: string; field: string; impact?: Affected["impact"] };

function Chip({ kind, name, field, impact }: ChipProps) {
  const { values } = use(FormStateContext);
  const value = values?.[field] ?? impact ?? "";
  return (
    <label className="impact-chip">
      <span className="min-w-0 truncate">{name}</span>
      {/* The browser keeps the choice of an uncontrolled select, so a new value needs a new element. */}
      <select key={value} name={field} defaultValue={value}>
        <option value="">Not affected</option>
        {kind === "incident" ? (
          <>
            <option value="minor">Degraded</option>
            <option value="major">Outage</option>
          </>
        ) : (
          <option value={impact ?? "minor"}>Affected</option>
        )}
      </select>
    </label>
  );
}
