import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { env } from "@/lib/env";
import { currentUser } from "@/lib/session";
import { joinUp } from "../actions";

export const metadata: Metadata = { title: "Sign up" };

export default async function SignUpPage() {
  if (await currentUser()) redirect("/");
  return (
    <>
      <h1 className="text-xl font-semibold">Create your account</h1>
      {env.SIGN_UP === "open" ? <SignUpForm /> : <ByInvitation />}
      <p className="text-sm text-ink-quiet">
        Already have an account?{" "}
        <Link href="/sign-in" className="font-medium text-ink underline underline-offset-4">
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
      <Field
        label="Password"
        name="password"
        type="password"
        autoComplete="new-password"
        hint="At least 8 characters."
        minLength={8}
        maxLength={200}
        required
      />
      <Submit busy="Creating your account…" className="h-9">
        Create Account
      </Submit>
    </Form>
  );
}

function ByInvitation() {
  return (
    <p className="text-ink-quiet">
      You need an invitation to join here. Ask whoever runs this Tattle for one.
    </p>
  );
}
