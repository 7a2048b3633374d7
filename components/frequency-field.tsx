import { SelectField } from "@/components/ui/field";
import { EMAIL_FREQUENCIES, type EmailFrequency } from "@/lib/rules/notifications/email-frequency";
import { FREQUENCY_LABELS } from "./frequency-labels";

type FrequencyFieldProps = {
  name: string;
  label: string;
  /** Null means the setting of the case. */
  value: EmailFrequency | null;
  /** The setting of the case, for a field in which a recipient may follow it. */
  ofCase?: EmailFrequency;
};

/** Chooses how many alerts of a missing snitch are emailed. */
export const FrequencyField = ({ name, label, value, ofCase }: FrequencyFieldProps) => (
  <SelectField
    name={name}
    label={label}
    value={value ?? ""}
    choices={[
      ...(ofCase ? [{ value: "", label: `Case default: ${FREQUENCY_LABELS[ofCase].toLowerCase()}` }] : []),
      ...EMAIL_FREQUENCIES.map((frequency) => ({ value: frequency, label: FREQUENCY_LABELS[frequency] })),
    ]}
    hint="The first missed period, errors and recoveries are always emailed."
  />
);
