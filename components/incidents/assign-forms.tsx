import { SelectField, TextArea } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { Form, type FormAction, Submit } from "@/components/ui/form";
import { NOTE_STATES } from "@/lib/rules/incidents/incident";
import { NOTE_STATE_LABELS } from "@/lib/rules/incidents/state-labels";

type AssignFormProps = { assignedTo: string | null; members: string[]; action: FormAction };

/** Says whose an incident is. */
export const AssignForm = ({ assignedTo, members, action }: AssignFormProps) => (
  <Form action={action} className="flex flex-wrap items-end gap-2">
    <SelectField
      label="Assigned to"
      name="member"
      value={assignedTo ?? ""}
      choices={[
        { value: "", label: "No one" },
        ...members.map((member) => ({ value: member, label: member })),
      ]}
    />
    <Submit look="plain" busy="Assigning…" className="h-9">
      Assign
    </Submit>
  </Form>
);

const STATES = [
  { value: "", label: "No state" },
  ...NOTE_STATES.map((value) => ({ value, label: NOTE_STATE_LABELS[value] })),
];

type NoteFormProps = { pages: { slug: string; title: string }[]; action: FormAction };

/** Adds a note to an incident. `pages`: where everyone could read it. */
export const NoteForm = ({ pages, action }: NoteFormProps) => (
  <Form action={action} className="grid max-w-2xl gap-3 pb-4 print:hidden">
    <TextArea
      label="Note"
      name="text"
      rows={2}
      required
      maxLength={5_000}
      className="field-sizing-content min-h-16"
    />
    <div className="w-fit">
      <SelectField label="State" name="state" value="" choices={STATES} />
    </div>
    {pages.length > 0 && (
      <Fold title="Also publish on a status page">
        {pages.map(({ slug, title }) => (
          <label key={slug} className="flex min-h-7 items-center gap-2 text-sm wrap-anywhere">
            <input type="checkbox" name="pages" value={slug} /> {title}
          </label>
        ))}
      </Fold>
    )}
    <div>
      <Submit look="plain" busy="Adding…">
        Add Note
      </Submit>
    </div>
  </Form>
);
