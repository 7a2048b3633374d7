import { Dialog } from "@/components/ui/dialog";
import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";

type ViewDialogProps = {
  title: string;
  description: string;
  button: string;
  name?: string;
  hint?: string;
  action: FormAction;
  close: () => void;
  /** Further fields. */
  children?: React.ReactNode;
};

/** Asks for the name of a view. It stays open while the name is refused. */
export default function ViewDialog(props: ViewDialogProps) {
  const { title, description, button, name, hint, action, close, children } = props;
  const actAndClose: FormAction = async (previous, form) => {
    const state = await action(previous, form);
    if (state.done) close();
    return state;
  };
  return (
    <Dialog
      open
      onOpenChange={(isOpen) => !isOpen && close()}
      title={title}
      description={<p>{description}</p>}
    >
      <Form action={actAndClose}>
        {children}
        <Field
          label="Name"
          name="name"
          placeholder="Night jobs…"
          hint={hint}
          defaultValue={name}
          maxLength={60}
          autoFocus
          required
        />
        <Submit busy="Saving…">{button}</Submit>
      </Form>
    </Dialog>
  );
}
