import type { Metadata } from "next";
import { NewPassword, Whose } from "@/app/(account)/parts";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { dateInUtc } from "@/components/time-in-words";
import { Field } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { fateOfCases } from "@/lib/cases/delete-account";
import { providers } from "@/lib/providers";
import { signedInUser } from "@/lib/session";
import type { Person } from "@/lib/users/find";
import { listIdentities } from "@/lib/users/identities";
import { hasPassword } from "@/lib/users/password";
import { ShellOf } from "../shell";
import {
  changeMyPassword,
  deleteMyAccount,
  mailNewAddress,
  mailVerification,
  signOutEverywhere,
} from "./actions";
import { DeleteAccount } from "./delete-account";

export const metadata: Metadata = { title: "Your account" };

export default async function AccountPage() {
  const user = await signedInUser("/account");
  const [known, identities, { gone, stuck }] = await Promise.all([
    hasPassword(user.id),
    listIdentities(user.id),
    fateOfCases(user.id),
  ]);
  return (
    <ShellOf user={user}>
      <PageHeader title="Your account">
        <span className="break-all">{user.email}</span>
      </PageHeader>
      <Address user={user} known={known} />
      <Password email={user.email} known={known} />
      {providers.length > 0 && <Providers identities={identities} />}
      <Section title="Sessions">
        <p className="max-w-prose text-ink-quiet">
          Ends every session of yours, in this browser and in all others.
        </p>
        <Form action={signOutEverywhere}>
          <div>
            <Submit look="plain" busy="Signing out…">
              Sign Out Everywhere
            </Submit>
          </div>
        </Form>
      </Section>
      <Section title="Delete">
        {user.operatorSince ? (
          <p className="max-w-prose text-ink-quiet">
            You run this installation. Before you can delete your account, make somebody else its operator:{" "}
            <code className="font-mono text-sm">npm run admin -- operator EMAIL</code>
          </p>
        ) : stuck.length > 0 ? (
          <p className="max-w-prose text-ink-quiet">
            You are the last owner of {stuck.map(({ name }) => `“${name}”`).join(", ")}. Make somebody else an
            owner, or delete the case, before you delete your account.
          </p>
        ) : (
          <>
            <p className="max-w-prose text-ink-quiet">
              You leave every case that you belong to. Backups keep your data for 30 days.
            </p>
            <div>
              <DeleteAccount email={user.email} gone={gone} action={deleteMyAccount} />
            </div>
          </>
        )}
      </Section>
    </ShellOf>
  );
}

const Current = () => (
  <Field
    label="Current password"
    name="current"
    type="password"
    autoComplete="current-password"
    maxLength={200}
    required
  />
);

function Address({ user, known }: { user: Person; known: boolean }) {
  return (
    <Section title="E-mail address">
      {user.emailVerifiedAt ? (
        <p className="text-ink-quiet">Confirmed on {dateInUtc(user.emailVerifiedAt)}.</p>
      ) : (
        <Form action={mailVerification} className="grid gap-3">
          <p className="max-w-prose text-ink-quiet">
            Not confirmed yet: open the link in the e-mail that we sent when you signed up.
          </p>
          <div className="flex items-center gap-3">
            <Submit look="plain" busy="Sending…">
              Send It Again
            </Submit>
            <Saved>Sent. The link works for three days.</Saved>
          </div>
        </Form>
      )}
      <Form action={mailNewAddress} className="grid max-w-md gap-5">
        <Field
          label="New address"
          name="email"
          type="email"
          autoComplete="email"
          hint="We send a link there. Nothing changes before you open it."
          required
        />
        {known && <Current />}
        <div className="flex flex-wrap items-center gap-3">
          <Submit busy="Sending…">Send Link</Submit>
          <Saved>If the address is free, a link is on its way there.</Saved>
        </div>
      </Form>
    </Section>
  );
}

function Password({ email, known }: { email: string; known: boolean }) {
  return (
    <Section title="Password">
      <Form action={changeMyPassword} className="grid max-w-md gap-5">
        <Whose email={email} />
        {known && <Current />}
        <NewPassword label={known ? "New password" : "Password"} />
        <div className="flex items-center gap-3">
          <Submit busy="Saving…">{known ? "Change Password" : "Set Password"}</Submit>
          <Saved>Saved. You are signed out everywhere else.</Saved>
        </div>
      </Form>
    </Section>
  );
}

function Providers({ identities }: { identities: { provider: string; createdAt: Date }[] }) {
  const since = new Map(identities.map(({ provider, createdAt }) => [provider, createdAt]));
  return (
    <Section title="Other ways to sign in">
      <ul className="grid gap-1">
        {providers.map(({ id, name }) => {
          const at = since.get(id);
          return (
            <li key={id}>
              {name}{" "}
              <span className="text-ink-quiet">
                {at ? `since ${dateInUtc(at)}` : "connects by itself when you sign in with it"}
              </span>
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
