import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentProxyPerson } from "@/app/sign-in/proxy-person";
import { currentUser } from "@/app/sign-in/session";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { findSignUpMethod, type SignUpMethod } from "@/lib/people/accounts/sign-up";
import { signUpAction } from "../actions";
import { EmailForm } from "../email-form";
import { NewPasswordField } from "../password-fields";
import { ProviderButtons } from "../provider-buttons";
import { TextLink } from "../text-link";
import { FirstAccountForm } from "./first-account-form";

export const metadata: Metadata = { title: "Sign up" };

type SignUpPageProps = { searchParams: Promise<{ error?: string; code?: string | string[] }> };

export default async function SignUpPage({ searchParams }: SignUpPageProps) {
  if (await currentUser()) redirect("/");
  const { error, code } = await searchParams;
  const forms: Record<SignUpMethod, React.ReactNode> = {
    "first account": (
      <FirstAccountForm
        code={typeof code === "string" ? code : ""}
        isCodeMissing={error === "set-up"}
        atProxy={(await currentProxyPerson())?.email ?? null}
      />
    ),
    invitation: <InvitationNeeded />,
    provider: <ProviderButtons to="/" />,
    email: <SignUpByEmail />,
    password: <SignUpForm />,
  };
  return (
    <>
      <h1 className="text-xl font-semibold">Create your account</h1>
      {forms[await findSignUpMethod()]}
      <p className="text-sm text-ink-quiet">
        Already have an account? <TextLink href="/sign-in">Sign in</TextLink>
      </p>
    </>
  );
}

function SignUpForm() {
  return (
    <Form action={signUpAction}>
      <Field
        label="Email"
        name="email"
        type="email"
        autoComplete="username"
        hint="Alerts go to this address until you change that."
        autoFocus
        required
      />
      <NewPasswordField />
      <Submit busy="Creating your account…" className="h-9">
        Create Account
      </Submit>
    </Form>
  );
}

const SignUpByEmail = () => (
  <EmailForm
    action={signUpAction}
    button="Continue"
    sent="Check your inbox and open the link. It works once and expires after 24 hours."
  />
);

const InvitationNeeded = () => (
  <p className="text-ink-quiet">
    You need an invitation to join. Ask your team, or the operator of this server, for one.
  </p>
);
