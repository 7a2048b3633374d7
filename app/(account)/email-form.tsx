import { Field } from "@/components/ui/field";
import { Form, type FormAction, Saved, Submit } from "@/components/ui/form";

type LetterFormProps = { action: FormAction; button: string; sent: string };

/** Asks for a letter. What it answers is the same for every address. */
export function EmailForm({ action, button, sent }: LetterFormProps) {
  return (
    <Form action={action}>
      <Field label="E-mail" name="email" type="email" autoComplete="username" autoFocus required />
      <Submit busy="Sending…" className="h-9">
        {button}
      </Submit>
      <Saved>{sent}</Saved>
    </Form>
  );
}
