import { Field } from "@/components/ui/field";

/** After how many failures in a row people are alerted. `value`: empty for the first one, which is the default. */
export const AlertAfterField = ({ value }: { value?: number | "" }) => (
  <Field
    label="Alert after"
    name="alert_after"
    inputMode="numeric"
    placeholder="1"
    defaultValue={value}
    hint="Number of failures in a row. Default: 1."
  />
);
