"use client";

import { useId } from "react";
import { Field, SelectField } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { useChecked } from "@/components/ui/form-state";
import { CAUSE_LABELS } from "@/lib/rules/incidents/cause-labels";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { SEVERITY_LABELS } from "@/lib/rules/incidents/severity-labels";
import type { Route } from "@/lib/rules/notifications/route";
import type { AlertCause } from "@/lib/rules/state/alert-cause";
import { changeRouteAction } from "../actions";
import { HoursFields } from "./hours-fields";

type RouteFormProps = {
  caseId: string;
  channelId: string;
  route: Route;
  isDefault: boolean;
  /** The zone and the time of the reader; null for a kind of channel without hours. */
  reader: { zone: string; now: Date } | null;
};

/** Which alerts a channel gets, and when. */
export function RouteForm({ caseId, channelId, route, isDefault, reader }: RouteFormProps) {
  const { tagsAny, tagsAll, tagsNone, minSeverity, causes } = route;
  return (
    <Form action={changeRouteAction.bind(null, caseId, channelId)} className="grid max-w-md gap-5">
      <TagsField label="Snitches with one of these tags" name="tags_any" tags={tagsAny} />
      <TagsField label="With all of these tags" name="tags_all" tags={tagsAll} />
      <TagsField label="With none of these tags" name="tags_none" tags={tagsNone} empty="None" />
      <SelectField
        label="Severity at least"
        name="min_severity"
        value={minSeverity}
        choices={SEVERITIES.map((value) => ({ value, label: SEVERITY_LABELS[value] }))}
      />
      <fieldset className="grid gap-1.5">
        <legend className="pb-1.5 text-sm font-medium">Causes</legend>
        <p className="text-sm text-ink-quiet">If none are selected, it gets all of them.</p>
        {(Object.keys(CAUSE_LABELS) as AlertCause[]).map((cause) => (
          <Checkbox
            key={cause}
            name={`cause_${cause}`}
            label={CAUSE_LABELS[cause]}
            isChecked={causes.includes(cause)}
          />
        ))}
      </fieldset>
      <Checkbox
        name="is_default"
        label="Fallback: receives alerts that match no other channel"
        isChecked={isDefault}
      />
      {reader && (
        <HoursFields
          key={JSON.stringify(route.hours)}
          value={route}
          readerZone={reader.zone}
          now={reader.now}
        />
      )}
      <div className="flex items-center gap-3">
        <Submit busy="Saving…">Save Alerts</Submit>
        <Saved />
      </div>
    </Form>
  );
}

type TagsFieldProps = { label: string; name: string; tags: string[]; empty?: string };

const TagsField = ({ label, name, tags, empty = "Any" }: TagsFieldProps) => (
  <Field
    label={label}
    name={name}
    placeholder={empty}
    autoComplete="off"
    autoCapitalize="none"
    defaultValue={tags.join(", ")}
  />
);

function Checkbox({ name, label, isChecked }: { name: string; label: string; isChecked: boolean }) {
  const id = useId();
  const checked = useChecked(name, isChecked);
  return (
    <div className="grid grid-cols-[1rem_1fr] items-baseline gap-x-2.5 text-sm">
      <input
        // The browser keeps the state of a checkbox, so a new value needs a new element.
        key={String(checked)}
        type="checkbox"
        id={id}
        name={name}
        defaultChecked={checked}
        className="translate-y-0.5"
      />
      <label htmlFor={id} className="cursor-pointer py-0.5">
        {label}
      </label>
    </div>
  );
}
