import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentProxyPerson } from "@/app/sign-in/proxy-person";
import { safeRedirect } from "@/app/sign-in/safe-redirect";
import { currentUser } from "@/app/sign-in/session";
import { ButtonLink } from "@/components/ui/button";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { findSignUpMethod } from "@/lib/people/accounts/sign-up";
import { signInOptions } from "@/lib/people/second-factors/passkey-options";
import { ALLOWS_PASSKEYS } from "@/lib/people/second-factors/relying-party";
import { arePasswordsOff } from "@/lib/people/users/passwords-off";
import { signInAction } from "../actions";
import { ProviderButtons } from "../provider-buttons";
import { TextLink } from "../text-link";
import { PasskeySignIn } from "./passkey-sign-in";

export const metadata: Metadata = { title: "Sign in" };

type SignInPageProps = { searchParams: Promise<{ to?: string; error?: string; left?: string }> };

export default async function SignInPage({ searchParams }: SignInPageProps) {
  const { to, error, left } = await searchParams;
  if (await currentUser()) redirect(safeRedirect(to));
  const atProxy = await currentProxyPerson();
  if (atProxy) {
    const href = `/sign-in/proxy?to=${encodeURIComponent(safeRedirect(to))}`;
    if (!error && left === undefined) redirect(href);
    return <SignInByProxy person={atProxy.given} href={href} isRefused={error !== undefined} />;
  }
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      {error && <SignInError error={error} />}
      {!arePasswordsOff() && <PasswordForm to={safeRedirect(to)} />}
      {!arePasswordsOff() && ALLOWS_PASSKEYS && (
        <PasskeySignIn to={safeRedirect(to)} options={signInOptions(new Date())} />
      )}
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
            "Ask your team, or the operator of this server, for an invitation."
          ) : (
            <TextLink href="/sign-up">Create an account</TextLink>
          )}
        </p>
      </div>
    </>
  );
}

/** Shown to people the proxy in front of Tattle has signed in, who have signed out here or have no account. */
function SignInByProxy({ person, href, isRefused }: { person: string; href: string; isRefused: boolean }) {
  return (
    <>
      <h1 className="text-xl font-semibold">{isRefused ? "You can’t sign in here" : "You are signed out"}</h1>
      <p className="text-ink-quiet">
        The proxy in front of Tattle signed you in as{" "}
        <strong className="font-medium wrap-anywhere text-ink">{person}</strong>.{" "}
        {isRefused
          ? "That isn’t a valid email address, or you need an invitation first. Ask the operator of this server."
          : "To sign out there too, close the browser or use the page where you signed in."}
      </p>
      <ButtonLink href={href} look="primary" className="h-9">
        {isRefused ? "Try Again" : "Sign In Again"}
      </ButtonLink>
    </>
  );
}

function PasswordForm({ to }: { to: string }) {
  return (
    <Form action={signInAction}>
      <input type="hidden" name="to" value={to} />
      <Field label="Email" name="email" type="email" autoComplete="username webauthn" autoFocus required />
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
        ? "That account can’t be used here: it has no confirmed email address, or you need an invitation first."
        : "Sign-in failed. Try again."}
    </p>
  );
}
