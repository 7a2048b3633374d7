import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentPendingSignIn } from "@/app/sign-in/begin-session";
import { safeRedirect } from "@/app/sign-in/safe-redirect";
import { currentUser } from "@/app/sign-in/session";
import { AppCodeField } from "@/components/ui/app-code-field";
import { Field } from "@/components/ui/field";
import { Form, Submit } from "@/components/ui/form";
import { listFactors } from "@/lib/people/second-factors/find";
import { optionsFor } from "@/lib/people/second-factors/passkey-options";
import { secondStepAction } from "../../actions";
import { TextLink } from "../../text-link";
import { PasskeyStep } from "./passkey-step";

export const metadata: Metadata = { title: "Second step" };

type SecondStepPageProps = { searchParams: Promise<{ to?: string; with?: string }> };

/** Asks for the second factor, after the first one was correct. Everyone else is led to the page to sign in. */
export default async function SecondStepPage({ searchParams }: SecondStepPageProps) {
  const query = await searchParams;
  const to = safeRedirect(query.to);
  if (await currentUser()) redirect(to);
  const pending = await currentPendingSignIn();
  if (!pending) redirect(`/sign-in?to=${encodeURIComponent(to)}`);
  const { id, user } = pending;
  const [{ appSince }, options] = await Promise.all([
    listFactors(user.id),
    optionsFor(user.id, { act: "second step", subject: id }, new Date()),
  ]);
  const isRecovery = query.with === "recovery-code" || !(appSince || options);
  const here = `/sign-in/second-step?to=${encodeURIComponent(to)}`;
  return (
    <>
      <h1 className="text-xl font-semibold">Second step</h1>
      <p className="text-ink-quiet">
        You are signing in as <strong className="font-medium wrap-anywhere text-ink">{user.email}</strong>.
      </p>
      {isRecovery && <RecoveryCodeForm to={to} />}
      {!isRecovery && options && <PasskeyStep to={to} options={options} />}
      {!isRecovery && appSince && <AppCodeForm to={to} look={options ? "plain" : "primary"} />}
      <div className="grid gap-1.5 text-sm text-ink-quiet">
        {isRecovery && (appSince || options) && (
          <p>
            Found it? <TextLink href={here}>Use your passkey or authenticator app</TextLink>
          </p>
        )}
        {!isRecovery && (
          <p>
            Lost your phone or key?{" "}
            <TextLink href={`${here}&with=recovery-code`}>Use a recovery code</TextLink>
          </p>
        )}
        <p>
          Not you? <TextLink href="/sign-in">Sign in to another account</TextLink>
        </p>
      </div>
    </>
  );
}

const AppCodeForm = ({ to, look }: { to: string; look: "plain" | "primary" }) => (
  <Form action={secondStepAction}>
    <input type="hidden" name="to" value={to} />
    <AppCodeField autoFocus required />
    <Submit look={look} busy="Signing in…" className="h-9">
      Sign In
    </Submit>
  </Form>
);

const RecoveryCodeForm = ({ to }: { to: string }) => (
  <Form action={secondStepAction}>
    <input type="hidden" name="to" value={to} />
    <Field
      label="Recovery code"
      name="code"
      autoComplete="off"
      autoCapitalize="off"
      spellCheck={false}
      className="font-mono"
      hint="One of your ten codes, such as abcd-efgh-jkmn-pqrs. Each works once. If you have none, ask the operator of this installation."
      autoFocus
      required
    />
    <Submit busy="Signing in…" className="h-9">
      Sign In
    </Submit>
  </Form>
);
