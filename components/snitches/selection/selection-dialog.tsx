import { useActionState } from "react";
import { EditFields } from "@/components/snitches/fields/edit-fields";
import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { type FormState, StatefulForm, Submit } from "@/components/ui/form";
import { useFormField } from "@/components/ui/form-state";
import { formatSnitches } from "./bulk-text";

export type Dialogs = "edit" | "tags" | "recipients" | "delete";

type SelectionDialogProps = {
  dialog: Dialogs;
  count: number;
  defaultRecipients: string;
  channels: { id: string; name: string }[];
  /** The label of the button while the change is under way. */
  busy: string;
  change: (form: FormData) => Promise<FormState>;
  close: () => void;
};

/** A dialog for one change of the selected snitches. It stays open while its input is refused. */
export function SelectionDialog({ dialog, count, change, close, ...props }: SelectionDialogProps) {
  const [state, submit] = useActionState(async (_: FormState, form: FormData) => {
    const result = await change(form);
    if (result.done) close();
    return result;
  }, {});
  const { title, description, Fields, button } = DIALOGS[dialog];
  const snitches = formatSnitches(count);
  return (
    <Dialog
      title={title(snitches)}
      description={<p>{description(count)}</p>}
      open
      onOpenChange={(isOpen) => !isOpen && close()}
    >
      <StatefulForm state={state} submit={submit}>
        <Fields {...props} />
        <Submit busy={props.busy} look={dialog === "delete" ? "danger" : "primary"}>
          {button(snitches)}
        </Submit>
      </StatefulForm>
    </Dialog>
  );
}

type FieldsProps = Pick<SelectionDialogProps, "defaultRecipients" | "channels">;

type DialogText = {
  title: (snitches: string) => string;
  description: (count: number) => string;
  Fields: React.ComponentType<FieldsProps>;
  button: (snitches: string) => string;
};

const DIALOGS: Record<Dialogs, DialogText> = {
  edit: {
    title: (snitches) => `Edit ${snitches}`,
    description: () => "Only what you select is changed.",
    Fields: EditFields,
    button: (snitches) => `Change ${snitches}`,
  },
  tags: {
    title: (snitches) => `Tags of ${snitches}`,
    description: () => "Other tags are kept.",
    Fields: TagFields,
    button: () => "Change Tags",
  },
  recipients: {
    title: (snitches) => `Recipients of ${snitches}`,
    description: () => "Alerts are emailed to them.",
    Fields: RecipientFields,
    button: () => "Change Recipients",
  },
  delete: {
    title: (snitches) => `Delete ${snitches}?`,
    description: (count) =>
      count === 1
        ? "This deletes the snitch and its history. Its check-in URL stops working."
        : `This deletes ${formatSnitches(count)} and their history. Their check-in URLs stop working.`,
    Fields: () => <input type="hidden" name="verb" value="delete" />,
    button: (snitches) => `Delete ${snitches}`,
  },
};

function TagFields() {
  return (
    <>
      <Choices
        legend="What to do"
        choices={[
          ["add_tags", "Add"],
          ["remove_tags", "Remove"],
        ]}
      />
      <Field
        label="Tags"
        name="tags"
        placeholder="critical, eu"
        hint="Separate tags with commas."
        autoFocus
        required
      />
    </>
  );
}

function RecipientFields({ defaultRecipients }: FieldsProps) {
  return (
    <>
      <Choices
        legend="What to do"
        choices={[
          ["add_recipients", "Add"],
          ["remove_recipients", "Remove"],
          ["set_recipients", "Replace all"],
        ]}
      />
      <Field
        label="Recipients"
        name="alert_email"
        placeholder="ops@example.com, ada@example.com"
        hint={`Separate addresses with commas. Alerts of a snitch without recipients go to ${defaultRecipients}.`}
        inputMode="email"
        autoFocus
      />
    </>
  );
}

function Choices({ legend, choices }: { legend: string; choices: [value: string, label: string][] }) {
  const { entry } = useFormField("verb", legend);
  const initial = entry ?? choices[0]?.[0];
  return (
    <fieldset className="flex flex-wrap gap-x-5 gap-y-2">
      <legend className="sr-only">{legend}</legend>
      {choices.map(([value, label]) => (
        <label key={value} className="flex min-h-6 cursor-pointer items-center gap-2 text-sm">
          <input type="radio" name="verb" value={value} defaultChecked={value === initial} />
          {label}
        </label>
      ))}
    </fieldset>
  );
}
