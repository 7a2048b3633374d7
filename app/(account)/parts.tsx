import Link from "next/link";
import { Field } from "@/components/ui/field";

export const QUIET_LINK = "font-medium text-ink underline underline-offset-4";

/** A password is chosen the same way wherever it is. */
export function NewPassword({ label = "Password" }: { label?: string }) {
  return (
    <Field
      label={label}
      name="password"
      type="password"
      autoComplete="new-password"
      hint="At least 8 characters."
      minLength={8}
      maxLength={200}
      required
    />
  );
}

/** For password managers: whose password it is. */
export function Whose({ email }: { email: string }) {
  return <input type="hidden" name="username" autoComplete="username" value={email} />;
}

/** What a page says whose link opens nothing any more. */
export function Stale({ says, href, label }: { says: string; href: string; label: string }) {
  return (
    <>
      <h1 className="text-xl font-semibold">This link no longer works</h1>
      <p className="text-ink-quiet">{says}</p>
      <p>
        <Link href={href} className={QUIET_LINK}>
          {label}
        </Link>
      </p>
    </>
  );
}
