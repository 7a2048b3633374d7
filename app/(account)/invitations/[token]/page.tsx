import type { Metadata } from "next";
import { currentUser } from "@/app/sign-in/session";
import { Button, ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import {
  findInvitation,
  mayJoinByCopiedLink,
  mayJoinWithPassword,
  STALE_INVITATION,
} from "@/lib/cases/accept-invitation";
import { withArticle } from "@/lib/cases/roles";
import { findUserByEmail } from "@/lib/people/users/find";
import { acceptInvitationAction, joinByInvitationAction, signOutAction } from "../../actions";
import { NewPasswordField, UsernameField } from "../../password-fields";
import { StaleLink } from "../../stale-link";
import { TextLink } from "../../text-link";

export const metadata: Metadata = { title: "Join a case", referrer: "strict-origin" };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await findInvitation(token, new Date());
  if (!invitation) return <StaleLink message={STALE_INVITATION} href="/" label="Go to your snitches" />;

  const { email, role, invitedBy, isMailed, case: theCase } = invitation;
  return (
    <>
      <h1 className="text-xl font-semibold wrap-anywhere">Join {theCase.name}</h1>
      <p className="text-ink-quiet">
        <span className="wrap-anywhere">{invitedBy}</span> invites{" "}
        <strong className="font-medium wrap-anywhere text-ink">{email}</strong> to join as {withArticle(role)}
        . A case is a workspace: its snitches (one for each monitored job), people and keys.
      </p>
      <JoinForm token={token} email={email} isMailed={isMailed} />
    </>
  );
}

type JoinProps = { token: string; email: string; isMailed: boolean };

const signInHref = (token: string) => `/sign-in?to=${encodeURIComponent(`/invitations/${token}`)}`;

async function JoinForm({ token, email, isMailed }: JoinProps) {
  const user = await currentUser();
  if (user?.email === email) {
    return (
      <Form action={acceptInvitationAction.bind(null, token)}>
        <Submit busy="Joining…" className="h-9">
          Join
        </Submit>
      </Form>
    );
  }
  if (user) {
    return (
      <form action={signOutAction} className="grid gap-3">
        <p>
          You are signed in as <span className="wrap-anywhere">{user.email}</span>. Sign out, then open the
          link again.
        </p>
        <Button type="submit" className="h-9">
          Sign Out
        </Button>
      </form>
    );
  }
  if (!isMailed && mayJoinWithPassword()) return <JoinByCopiedLink token={token} email={email} />;
  // May show whether the address has an account: only a reader of its mailbox has this link.
  if (!mayJoinWithPassword() || (await findUserByEmail(email))) {
    return (
      <ButtonLink href={signInHref(token)} look="primary" className="h-9">
        Sign In to Join
      </ButtonLink>
    );
  }
  return <CreateAccount token={token} email={email} />;
}

/** Does not show whether the address has an account: a person who has the link may not be able to read its mail. */
function JoinByCopiedLink({ token, email }: Omit<JoinProps, "isMailed">) {
  if (mayJoinByCopiedLink()) {
    return (
      <>
        <CreateAccount token={token} email={email} />
        <p className="text-sm text-ink-quiet">
          Already have an account? <TextLink href={signInHref(token)}>Sign in to join</TextLink>
        </p>
      </>
    );
  }
  return (
    <>
      <ButtonLink href={signInHref(token)} look="primary" className="h-9">
        Sign In to Join
      </ButtonLink>
      <p className="text-sm text-ink-quiet">
        No account yet? Open the link in the invitation that was emailed to you: it proves that the address is
        yours.
      </p>
    </>
  );
}

function CreateAccount({ token, email }: Omit<JoinProps, "isMailed">) {
  return (
    <Form action={joinByInvitationAction.bind(null, token)}>
      <UsernameField email={email} />
      <NewPasswordField label="Choose a password" />
      <Submit busy="Joining…" className="h-9">
        Create Account and Join
      </Submit>
    </Form>
  );
}
