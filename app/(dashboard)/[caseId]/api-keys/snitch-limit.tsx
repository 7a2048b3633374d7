import { Field } from "@/components/ui/field";
import { Form, type FormAction, Submit } from "@/components/ui/form";

const LIMIT_HINT = "Counts the snitches that its check-ins add. Leave empty for no limit.";

type SnitchLimitProps = {
  /** Whose limit it is, for screen readers. */
  of: string;
  limit: number | null;
  added: number;
  /** Missing if the reader may not change it. */
  change?: FormAction;
};

/** How many snitches check-ins with a key have added and may add, with a form to change that. */
export function SnitchLimit({ of, limit, added, change }: SnitchLimitProps) {
  const text = `${format(added)} of ${limit === null ? "any number" : format(limit)}`;
  if (!change) return text;
  return (
    <details>
      <summary className="w-fit cursor-pointer underline decoration-line underline-offset-4 hover:text-ink">
        {text}
        <span className="sr-only">: change how many snitches {of} may add</span>
      </summary>
      <Form action={change} className="grid w-56 gap-3 pt-2">
        <Field
          label="Snitches it may add"
          name="snitch_limit"
          inputMode="numeric"
          defaultValue={limit ?? ""}
          hint={LIMIT_HINT}
        />
        <Submit look="plain" busy="Saving…" className="w-fit">
          Save
        </Submit>
      </Form>
    </details>
  );
}

const format = (count: number) => count.toLocaleString("en");
