import { Check } from "@/components/ui/check";
import { Field, TextArea } from "@/components/ui/field";
import { SelectField } from "@/components/ui/select-field";
import { NOTICE_STATE_WORDS } from "@/lib/rules/incidents/state-words";
import type { NoticeTarget } from "@/lib/status-pages/notices/list-targets";
import { type Affected, type NoticeKind, STATES } from "@/lib/status-pages/notices/states";

const IMPACTS = [
  { value: "", label: "Not affected" },
  { value: "minor", label: "Minor: shown as late" },
  { value: "major", label: "Major: shown as failed" },
];

export const KIND_WORDS: Record<NoticeKind, string> = {
  incident: "Incident",
  maintenance: "Planned work",
  news: "News",
};

/** Its title, and what it is about on these pages. */
export function NoticeFields({
  targets,
  title,
  affected,
}: {
  targets: NoticeTarget[];
  title?: string;
  affected: Affected[];
}) {
  return (
    <>
      <Field name="title" label="Title" defaultValue={title} maxLength={140} autoComplete="off" />
      {targets.map((page) => (
        <fieldset key={page.slug} className="grid gap-3">
          <legend className="pb-2 text-sm font-medium wrap-anywhere">Affected on {page.title}</legend>
          {page.components.map(({ id, name }) => (
            <SelectField
              key={id}
              name={`impact ${id}`}
              label={name}
              value={affected.find(({ component }) => component === id)?.impact ?? ""}
              choices={IMPACTS}
            />
          ))}
        </fieldset>
      ))}
    </>
  );
}

type UpdateFieldsProps = { kinds: NoticeKind[]; unchanged?: string };

/** A text with a state. `kinds`: those of which it may have one. `unchanged`: what no choice of a state means. */
export function UpdateFields({ kinds, unchanged = "Unchanged" }: UpdateFieldsProps) {
  const states = kinds.flatMap((kind) => [...STATES[kind]]);
  return (
    <>
      <TextArea name="text" label="Text" rows={5} hint="Markdown. Everybody who sees the page reads it." />
      {states.length > 0 && (
        <SelectField
          name="state"
          label="State"
          value=""
          choices={[
            { value: "", label: unchanged },
            ...states.map((state) => ({ value: state, label: NOTICE_STATE_WORDS[state] ?? state })),
          ]}
        />
      )}
      <Check name="notify" defaultChecked>
        Notify subscribers
      </Check>
    </>
  );
}
