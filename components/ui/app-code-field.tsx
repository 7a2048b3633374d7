import { Field } from "./field";

type AppCodeFieldProps = { name?: string; autoFocus?: boolean; required?: boolean };

/** The field for a code of an authenticator app. */
export const AppCodeField = ({ name = "code", ...input }: AppCodeFieldProps) => (
  <Field
    {...input}
    label="Code"
    name={name}
    inputMode="numeric"
    autoComplete="one-time-code"
    className="font-mono"
    hint="The six digits that your authenticator app shows."
  />
);
