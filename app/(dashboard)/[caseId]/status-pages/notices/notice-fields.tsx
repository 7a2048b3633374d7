import { Check } from "@/components/ui/check";
import { Field, SelectField, TextArea } from "@/components/ui/field";
import { NOTICE_STATE_LABELS } from "@/lib/rules/incidents/state-labels";
import { type NoticeKind, STATES } from "@/lib/status-pages/notices/states";

export const KIND_LABELS: Record<NoticeKind, string> = {
  incident: "Incident",
  maintenance: "Maintenance",
  news: "News",
};

export const TitleField = ({ title }: { title?: string }) => (
  <Field name="title" label="Title" defaultValue={title} maxLength={140} autoComplete="off" />
);

type UpdateFieldsProps = {
  kind: NoticeKind;
  /** Whether this is an update to a notice, which may leave the state unchanged. */
  isFurther?: boolean;
  /** Between its text and its state. */
  children?: React.ReactNode;
};

/** A text with a state, if notices of this kind have any. */
export function UpdateFields({ kind, isFurther = false, children }: UpdateFieldsProps) {
  const states = STATES[kind].map((state) => ({ value: state, label: NOTICE_STATE_LABELS[state] ?? state }));
  const choices = [...(isFurther ? [{ value: "", label: "Unchanged" }] : []), ...states];
  return (
    <>
      <TextArea
        name="text"
        label="Text"
        rows={5}
        hint="Markdown, visible to everyone who can see the page."
      />
      {children}
      {states.length > 0 && (
        <SelectField name="state" label="State" value={choices[0]?.value ?? ""} choices={choices} />
      )}
      <Check name="notify" defaultChecked>
        Notify subscribers
      </Check>
    </>
  );
}
