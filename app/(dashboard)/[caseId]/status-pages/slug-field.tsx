import { Field } from "@/components/ui/field";

type SlugFieldProps = { ref?: React.Ref<HTMLInputElement>; defaultValue?: string };

/** The name of a page in its address. */
export const SlugField = (field: SlugFieldProps) => (
  <Field
    {...field}
    name="slug"
    label="URL"
    hint="/status/ followed by 3–40 lowercase letters, digits or hyphens."
    maxLength={40}
    autoComplete="off"
    spellCheck={false}
    className="font-mono"
  />
);
