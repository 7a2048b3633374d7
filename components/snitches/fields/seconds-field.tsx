import { Field } from "@/components/ui/field";
import { formatMargin } from "@/lib/rules/schedule/margin-text";

type SecondsFieldProps = {
  label: string;
  name: string;
  placeholder: string;
  /** In seconds; null or absent for an empty field. */
  value?: number | null;
  hint: string;
};

/** A field for a duration, which people read and write in words such as “10 minutes”. */
export const SecondsField = ({ value, ...field }: SecondsFieldProps) => (
  <Field {...field} defaultValue={typeof value === "number" ? formatMargin(value) : ""} />
);
