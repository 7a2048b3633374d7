import { Field } from "@/components/ui/field";

type SlugFieldProps = { ref?: React.Ref<HTMLInputElement>; defaultValue?: string };

/** The name of a page in its address. */
export const SlugField = (field: SlugFieldProps) => (
  <Field
    {...field}
    name="slug"
    label="Address"
    hint="The page is at /status/ and this name: lowercase letters, digits, and hyphens."
    maxLength={40}
    autoComplete="off"
    spellCheck={false}
    className="font-mono"
  />
);
