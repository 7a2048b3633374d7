import { Field } from "@/components/ui/field";
import { Form, type FormAction, Saved, Submit } from "@/components/ui/form";

/** Requests an email. `sent`, the text about the result, is shown for every address, so that it does not reveal which have an account. */
export function EmailForm({ action, button, sent }: { action: FormAction; button: string; sent: string }) {
  return (
    <Form action={action}>
      <Field label="Email" name="email" type="email" autoComplete="username" autoFocus required />
      <Submit busy="One moment…" className="h-9">
        {button}
      </Submit>
      <Saved>{sent}</Saved>
    </Form>
  );
}
