import { cookies } from "next/headers";
import { signOutAction } from "@/app/(account)/actions";
import { isLockedOut } from "@/app/auth/session";
import { ConfirmIdentity } from "@/components/confirm-identity/dialog";
import { DelayBanner } from "@/components/shell/delay-banner";
import { RememberCase } from "@/components/shell/remember-case";
import { Shell } from "@/components/shell/shell";
import { listUserCases } from "@/lib/cases/find";
import { findOnboardingSteps } from "@/lib/cases/onboarding";
import { may, type Role } from "@/lib/cases/roles";
import { currentDelay } from "@/lib/health/delay";
import { sendsRealEmail } from "@/lib/mail/provider";
import { findUnreachableCase } from "@/lib/notifications/find-unreachable-case";
import type { SignedIn } from "@/lib/users/sessions";
import { hideOnboardingAction } from "./[caseId]/hide-onboarding";
import { pauseFromListAction, snoozeFromListAction } from "./[caseId]/snitches/[token]/actions";
import { chooseThemeAction } from "./account/actions";
import { confirmIdentityAction } from "./account/security/actions";
import { countOpenIncidentsOnce } from "./count-open-incidents";
import { lastMembershipOf } from "./last-membership";
import { MailNotice } from "./mail-notice";
import { UnreachableCaseBand } from "./unreachable-case-band";

type DashboardShellProps = {
  user: SignedIn;
  theCase?: { id: string; name: string };
  role?: Role;
  children: React.ReactNode;
};

/** The frame of every page of the dashboard, with the user’s cases to switch between. Pages outside a case keep the last one. */
export async function DashboardShell({ user, theCase, role, children }: DashboardShellProps) {
  const shown = theCase && role ? { theCase, role } : await lastMembershipOf(user);
  const isOnboardingHidden = (await cookies()).get("steps")?.value === "hidden";
  const showsOnboarding = theCase && role && may(role, "manage_keys") && !isOnboardingHidden;
  const isOperator = user.operatorSince !== null;
  const isMailSetUp = sendsRealEmail();
  const [cases, steps, delay, openIncidents, unreachable] = await Promise.all([
    isLockedOut(user) ? [] : listUserCases(user.id),
    showsOnboarding ? findOnboardingSteps(theCase.id, isOperator ? { email: isMailSetUp } : {}) : null,
    currentDelay(),
    shown ? countOpenIncidentsOnce(shown.theCase.id) : 0,
    theCase ? findUnreachableCase(theCase.id) : [],
  ]);
  return (
    <Shell
      email={user.email}
      isOperator={isOperator}
      theCase={shown ? { id: shown.theCase.id, name: shown.theCase.name } : undefined}
      cases={cases}
      openIncidents={openIncidents}
      role={shown?.role}
      steps={steps}
      hideOnboarding={theCase && hideOnboardingAction.bind(null, theCase.id)}
      mute={
        shown
          ? {
              snooze: snoozeFromListAction.bind(null, shown.theCase.id),
              pause: pauseFromListAction.bind(null, shown.theCase.id),
            }
          : undefined
      }
      notice={
        !isMailSetUp &&
        (isOperator || shown) && <MailNotice caseId={shown?.theCase.id} isOperator={isOperator} />
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
