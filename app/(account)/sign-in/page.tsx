import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentUser } from "@/app/auth/session";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { findSignUpMethod } from "@/lib/accounts/sign-up";
import { arePasswordsOff } from "@/lib/users/passwords-off";
import { signInAction } from "../actions";
import { ProviderButtons } from "../provider-buttons";
import { safeRedirect } from "../safe-redirect";
import { TextLink } from "../text-link";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ to?: string; error?: string }> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { to, error } = await searchParams;
  if (await currentUser()) redirect(safeRedirect(to));
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      {error && <SignInError error={error} />}
      {!arePasswordsOff() && <PasswordForm to={safeRedirect(to)} />}
      <ProviderButtons to={safeRedirect(to)} />
      <div className="grid gap-1.5 text-sm text-ink-quiet">
        {!arePasswordsOff() && (
          <p>
            Forgot your password? <TextLink href="/sign-in/link">Get a link to sign in</TextLink> or{" "}
            <TextLink href="/password">choose a new one</TextLink>
          </p>
        )}
        <p>
          New here?{" "}
          {(await findSignUpMethod()) === "invitation" ? (
            "Ask an owner or admin of your case for an invitation."
          ) : (
            <TextLink href="/sign-up">Create an account</TextLink>
          )}
        </p>
      </div>
    </>
  );
}

function PasswordForm({ to }: { to: string }) {
  return (
    <Form action={signInAction}>
      <input type="hidden" name="to" value={to} />
      <Field label="E-mail" name="email" type="email" autoComplete="username" autoFocus required />
      <Field label="Password" name="password" type="password" autoComplete="current-password" required />
      <Submit busy="Signing in…" className="h-9">
        Sign In
      </Submit>
    </Form>
  );
}

function SignInError({ error }: { error: string }) {
  return (
    <p role="alert" className="rounded-md border border-failed/30 bg-failed/8 px-3 py-2 text-sm text-failed">
      {error === "provider"
        ? "That account can’t be used here: it has no confirmed e-mail address, or you need an invitation first."
        : "Signing in did not work. Try again."}
    </p>
  );
}
