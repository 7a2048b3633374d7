import { Field } from "@/components/ui/field";

/** After how many bad results in a row people are alerted. `value`: empty for the first one, which is the default. */
export const AlertAfterField = ({ value }: { value?: number | "" }) => (
  <Field
    label="Alert after"
    name="alert_after"
    inputMode="numeric"
    placeholder="1"
    defaultValue={value}
    hint="The number of bad results in a row. Empty: 1."
  />
);
