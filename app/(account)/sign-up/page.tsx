import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { verifiesEmailFirst } from "@/lib/accounts/sign-up";
import { currentUser } from "@/lib/auth/session";
import { env } from "@/lib/platform/env";
import { joinUp } from "../actions";
import { EmailForm } from "../email-form";
import { NewPassword, QUIET_LINK } from "../parts";

export const metadata: Metadata = { title: "Sign up" };

export default async function SignUpPage() {
  if (await currentUser()) redirect("/");
  return (
    <>
      <h1 className="text-xl font-semibold">Create your account</h1>
      {env.SIGN_UP === "invited" ? (
        <ByInvitation />
      ) : (await verifiesEmailFirst()) ? (
        <ByLetter />
      ) : (
        <SignUpForm />
      )}
      <p className="text-sm text-ink-quiet">
        Already have an account?{" "}
        <Link href="/sign-in" className={QUIET_LINK}>
          Sign in
        </Link>
      </p>
    </>
  );
}

function SignUpForm() {
  return (
    <Form action={joinUp}>
      <Field
        label="E-mail"
        name="email"
        type="email"
        autoComplete="username"
        hint="Alerts go here until you say otherwise."
        autoFocus
        required
      />
      <NewPassword />
      <Submit busy="Creating your account…" className="h-9">
        Create Account
      </Submit>
    </Form>
  );
}

const ByLetter = () => (
  <EmailForm
    action={joinUp}
    button="Continue"
    sent="Look into your mail: the link there takes you on. It works once, for 24 hours."
  />
);

const ByInvitation = () => (
  <p className="text-ink-quiet">You need an invitation to join here. Ask whoever runs this Tattle for one.</p>
);
