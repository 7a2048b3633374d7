import { Field } from "@/components/ui/field";

/** The name of a page in its address. */
export const SlugField = (field: { ref?: React.Ref<HTMLInputElement>; defaultValue?: string }) => (
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
