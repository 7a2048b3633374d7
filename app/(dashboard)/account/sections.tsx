import { afterRequest } from "@/app/(account)/not-sent";
import { NewPasswordField, UsernameField } from "@/app/(account)/password-fields";
import { providers } from "@/app/sign-in/providers";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { Field } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { sendsRealEmail } from "@/lib/mail/provider";
import type { Person } from "@/lib/people/users/find";
import {
  changePasswordAction,
  disconnectProviderAction,
  requestEmailChangeAction,
  requestVerificationAction,
} from "./actions";

const CurrentPasswordField = () => (
  <Field
    label="Current password"
    name="current"
    type="password"
    autoComplete="current-password"
    maxLength={200}
    required
  />
);

/** Where the link is that no mail server sends. */
const LinkInOutbox = ({ of }: { of: Person }) => (
  <>
    No mail server is set up: the link is kept in the{" "}
    {of.operatorSince ? (
      <>
        <Link href="/outbox" className="underline underline-offset-4">
          outbox
        </Link>
        , not sent.
      </>
    ) : (
      "outbox, not sent. Ask the operator for it."
    )}
  </>
);

export function EmailSection({ user }: { user: Person }) {
  return (
    <Section id="email-address" title="Email address">
      {user.emailVerifiedAt ? (
        <p className="text-ink-quiet">
          Confirmed on <Time at={user.emailVerifiedAt} as="date" />.
        </p>
      ) : (
        <Form action={requestVerificationAction} className="grid gap-3">
          <p className="max-w-prose text-ink-quiet">
            Not confirmed yet.{" "}
            {sendsRealEmail() ? "Request an email and open the link." : <LinkInOutbox of={user} />}
          </p>
          <div className="flex items-center gap-3">
            <Submit look="plain" busy="One moment…">
              {afterRequest("Send Confirmation", "Create Confirmation Link")}
            </Submit>
            <Saved>
              {afterRequest(
                "On its way. The link works for three days.",
                "Kept in the outbox, not sent: no mail server is set up. The link works for three days.",
              )}
            </Saved>
          </div>
        </Form>
      )}
      <Form action={requestEmailChangeAction} className="grid max-w-md gap-5">
        <Field
          label="New address"
          name="email"
          type="email"
          autoComplete="email"
          hint={
            <>
              {sendsRealEmail() ? "We send a link there." : <LinkInOutbox of={user} />} Nothing changes until
              you open it.
            </>
          }
          required
        />
        <div className="flex flex-wrap items-center gap-3">
          <Submit busy="One moment…">{afterRequest("Send Link", "Create Link")}</Submit>
          <Saved>
            {afterRequest(
              "If the address isn’t in use yet, we email it a link.",
              "If the address isn’t in use yet, a link is kept in the outbox, not sent: no mail server is set up.",
            )}
          </Saved>
        </div>
      </Form>
    </Section>
  );
}

export function PasswordSection({ email, hasPassword }: { email: string; hasPassword: boolean }) {
  return (
    <Section id="password" title="Password">
      <Form action={changePasswordAction} className="grid max-w-md gap-5">
        <UsernameField email={email} />
        {hasPassword && <CurrentPasswordField />}
        <NewPasswordField label={hasPassword ? "New password" : "Password"} />
        <div className="flex items-center gap-3">
          <Submit busy="Saving…">{hasPassword ? "Change Password" : "Set Password"}</Submit>
          <Saved>Saved. You are signed out everywhere else.</Saved>
        </div>
      </Form>
    </Section>
  );
}

export function ProvidersSection({ identities }: { identities: { provider: string; createdAt: Date }[] }) {
  const connectedAt = new Map(identities.map(({ provider, createdAt }) => [provider, createdAt]));
  return (
    <Section id="providers" title="Other ways to sign in">
      <ul className="grid gap-1">
        {providers.map(({ id, name }) => {
          const at = connectedAt.get(id);
          return (
            <li key={id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              <span>
                {name}{" "}
                <span className="text-ink-quiet">
                  {at ? "since " : "connected when you sign in with it"}
                  {at && <Time at={at} as="date" />}
                </span>
              </span>
              {at && (
                <Form action={disconnectProviderAction.bind(null, id)} className="grid gap-2">
                  <Submit look="plain" busy="Disconnecting…">
                    Disconnect <span className="sr-only">{name}</span>
                  </Submit>
                </Form>
              )}
            </li>
          );
        })}
      </ul>
    </Section>
  );
}
