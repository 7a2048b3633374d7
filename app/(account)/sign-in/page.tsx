import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { providers } from "@/app/auth/providers";
import { currentUser } from "@/app/auth/session";
import { Button } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { findSignUpMethod } from "@/lib/accounts/sign-up";
import { signInAction, signInWithProviderAction } from "../actions";
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
      <Form action={signInAction}>
        <input type="hidden" name="to" value={safeRedirect(to)} />
        <Field label="E-mail" name="email" type="email" autoComplete="username" autoFocus required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Submit busy="Signing in…" className="h-9">
          Sign In
        </Submit>
      </Form>
      {providers.length > 0 && (
        <form action={signInWithProviderAction} className="grid gap-2">
          <input type="hidden" name="to" value={safeRedirect(to)} />
          {providers.map(({ id, name }) => (
            <Button key={id} type="submit" name="provider" value={id} className="h-9">
              Continue with {name}
            </Button>
          ))}
        </form>
      )}
      <div className="grid gap-1.5 text-sm text-ink-quiet">
        <p>
          Forgot your password? <TextLink href="/sign-in/link">Get a link to sign in</TextLink> or{" "}
          <TextLink href="/password">choose a new one</TextLink>
        </p>
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

function SignInError({ error }: { error: string }) {
  return (
    <p role="alert" className="rounded-md border border-failed/30 bg-failed/8 px-3 py-2 text-sm text-failed">
      {error === "provider"
        ? "That account can’t be used here: it has no confirmed e-mail address, or you need an invitation first."
        : "Signing in did not work. Try again."}
    </p>
  );
}
