import type { Metadata } from "next";
import { Button, ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { currentUser } from "@/lib/auth/session";
import { findInvitation, STALE_INVITATION } from "@/lib/cases/accept-invitation";
import { withArticle } from "@/lib/cases/roles";
import { findUserByEmail } from "@/lib/users/find";
import { accept, acceptAsNewcomer, signOut } from "../../actions";
import { NewPassword, Stale, Whose } from "../../parts";

export const metadata: Metadata = { title: "Join a case", referrer: "no-referrer" };

export default async function InvitationPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const invitation = await findInvitation(token, new Date());
  if (!invitation) return <Stale says={STALE_INVITATION} href="/" label="Go to your snitches" />;

  const { email, role, invitedBy, case: theCase } = invitation;
  return (
    <>
      <h1 className="text-xl font-semibold break-words">Join {theCase.name}</h1>
      <p className="text-ink-quiet">
        <span className="break-all">{invitedBy}</span> invites{" "}
        <strong className="font-medium break-all text-ink">{email}</strong> to watch over its jobs as{" "}
        {withArticle(role)}.
      </p>
      <Answer token={token} email={email} />
    </>
  );
}

/** Whoever is here has the link and so reads the address: it is no secret to them whether it has an account. */
async function Answer({ token, email }: { token: string; email: string }) {
  const user = await currentUser();
  if (user?.email === email) {
    return (
      <Form action={accept.bind(null, token)}>
        <Submit busy="Joining…" className="h-9">
          Join
        </Submit>
      </Form>
    );
  }
  if (user) {
    return (
      <form action={signOut} className="grid gap-3">
        <p>
          You are signed in as <span className="break-all">{user.email}</span>. Sign out, then open the link
          again.
        </p>
        <Button type="submit" className="h-9">
          Sign Out
        </Button>
      </form>
    );
  }
  if (await findUserByEmail(email)) {
    return (
      <ButtonLink
        href={`/sign-in?to=${encodeURIComponent(`/invitations/${token}`)}`}
        look="primary"
        className="h-9"
      >
        Sign In to Join
      </ButtonLink>
    );
  }
  return (
    <Form action={acceptAsNewcomer.bind(null, token)}>
      <Whose email={email} />
      <NewPassword label="Choose a password" />
      <Submit busy="Joining…" className="h-9">
        Create Account and Join
      </Submit>
    </Form>
  );
}
