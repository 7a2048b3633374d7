import { cookies } from "next/headers";
import { signOutAction } from "@/app/(account)/actions";
import { isLockedOut } from "@/app/sign-in/session";
import { ConfirmIdentity } from "@/components/confirm-identity/dialog";
import { DelayBanner } from "@/components/shell/delay-banner";
import { RememberCase } from "@/components/shell/remember-case";
import { Shell } from "@/components/shell/shell";
import { listUserCases } from "@/lib/cases/find";
import { remainingSteps } from "@/lib/cases/onboarding";
import { may, type Role } from "@/lib/cases/roles";
import { currentDelay } from "@/lib/health/delay";
import { sendsRealEmail } from "@/lib/mail/provider";
import { findUnreachableCase } from "@/lib/notifications/find-unreachable-case";
import type { SignedIn } from "@/lib/people/users/sessions";
import { hideOnboardingAction } from "./[caseId]/(list)/hide-onboarding";
import { pauseFromListAction, snoozeFromListAction } from "./[caseId]/snitches/[token]/actions";
import { chooseThemeAction } from "./account/actions";
import { confirmIdentityAction } from "./account/security/actions";
import { findFrameOnce } from "./find-frame";
import { lastMembershipOf } from "./last-membership";
import { MailNotice } from "./mail-notice";
import { UnreachableCaseBand } from "./unreachable-case-band";

type DashboardShellProps = {
  user: SignedIn;
  theCase?: { id: string; name: string };
  role?: Role;
  children: React.ReactNode;
};

/** The frame for a person who can see no case. */
const findFrameWithoutCase = async (user: SignedIn) => ({
  cases: await listUserCases(user.id),
  openIncidents: 0,
  done: null,
});

const isOnboardingHidden = async () => (await cookies()).get("steps")?.value === "hidden";

/** The frame of every page of the dashboard, with the user’s cases to switch between. Pages outside a case keep the last one. */
export async function DashboardShell({ user, theCase, role, children }: DashboardShellProps) {
  const membership = theCase && role ? { theCase, role } : await lastMembershipOf(user);
  const showsOnboarding = theCase && role && may(role, "manage_keys") && !(await isOnboardingHidden());
  const isOperator = user.operatorSince !== null;
  const isMailSetUp = sendsRealEmail();
  const [frame, delay, unreachable] = await Promise.all([
    membership ? findFrameOnce(membership.theCase.id, user.id) : findFrameWithoutCase(user),
    currentDelay(),
    theCase ? findUnreachableCase(theCase.id) : [],
  ]);
  return (
    <Shell
      email={user.email}
      isOperator={isOperator}
      theCase={membership ? { id: membership.theCase.id, name: membership.theCase.name } : undefined}
      cases={isLockedOut(user) ? [] : frame.cases}
      openIncidents={frame.openIncidents}
      role={membership?.role}
      steps={remainingSteps(showsOnboarding ? frame.done : null, isOperator ? { email: isMailSetUp } : {})}
      hideOnboarding={theCase && hideOnboardingAction.bind(null, theCase.id)}
      mute={
        membership
          ? {
              snooze: snoozeFromListAction.bind(null, membership.theCase.id),
              pause: pauseFromListAction.bind(null, membership.theCase.id),
            }
          : undefined
      }
      notice={
        !isMailSetUp &&
        (isOperator || membership) && <MailNotice caseId={membership?.theCase.id} isOperator={isOperator} />
      }
      chooseTheme={chooseThemeAction}
      signOut={signOutAction}
    >
      {delay && <DelayBanner delay={delay} isOperator={isOperator} />}
      {theCase && unreachable.length > 0 && <UnreachableCaseBand caseId={theCase.id} paths={unreachable} />}
      {theCase && <RememberCase caseId={theCase.id} />}
      {children}
      <ConfirmIdentity confirm={confirmIdentityAction} />
    </Shell>
  );
}
