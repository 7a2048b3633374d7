import type { Metadata } from "next";
import Link from "next/link";
import { redirect } from "next/navigation";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { currentUser } from "@/lib/session";
import { signIn } from "../actions";
import { landing } from "../landing";

export const metadata: Metadata = { title: "Sign in" };

export default async function SignInPage({ searchParams }: { searchParams: Promise<{ to?: string }> }) {
  const { to } = await searchParams;
  if (await currentUser()) redirect(landing(to));
  return (
    <>
      <h1 className="text-xl font-semibold">Sign in</h1>
      <Form action={signIn}>
        <input type="hidden" name="to" value={landing(to)} />
        <Field label="E-mail" name="email" type="email" autoComplete="username" autoFocus required />
        <Field label="Password" name="password" type="password" autoComplete="current-password" required />
        <Submit busy="Signing in…" className="h-9">
          Sign In
        </Submit>
      </Form>
      <p className="text-sm text-ink-quiet">
        New here?{" "}
        <Link href="/sign-up" className="font-medium text-ink underline underline-offset-4">
          Create an account
        </Link>
      </p>
    </>
  );
}
