import { Field } from "@/components/ui/field";

export function NewPasswordField({ label = "Password" }: { label?: string }) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      hint="At least 8 characters, and not easy to guess."
      minLength={8}
      maxLength={200}
      required
    />
  );
}

/** Hidden. Says to password managers which account the password belongs to. */
export function UsernameField({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} />;
}
