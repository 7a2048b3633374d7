import { cookies } from "next/headers";
import { cache } from "react";
import { signOutAction } from "@/app/(account)/actions";
import { currentSession, isLockedOut } from "@/app/auth/session";
import { ConfirmIdentity } from "@/components/confirm-identity/dialog";
import { DelayBanner } from "@/components/shell/delay-banner";
import { RememberCase } from "@/components/shell/remember-case";
import { Shell } from "@/components/shell/shell";
import { listUserCases } from "@/lib/cases/find";
import { findDoneSteps, remainingSteps } from "@/lib/cases/onboarding";
import { may, type Role } from "@/lib/cases/roles";
import { currentDelay } from "@/lib/health/delay";
import { sendsRealEmail } from "@/lib/mail/provider";
import { findUnreachableCase } from "@/lib/notifications/find-unreachable-case";
import { isUuid } from "@/lib/rules/uuid";
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

// Once for each request: `readShellAhead` may have begun.
const listCasesOnce = cache(listUserCases);
const findDoneStepsOnce = cache(findDoneSteps);
const findUnreachableCaseOnce = cache(findUnreachableCase);

const isOnboardingHidden = async () => (await cookies()).get("steps")?.value === "hidden";

/** Begins to read what the shell shows of a case. If the browser has a session cookie, this may be before it is known who may see it. */
export async function readShellAhead(caseId: string): Promise<void> {
  const session = await currentSession();
  if (!session || !isUuid(caseId)) return;
  const begun = [
    listCasesOnce(session.userId),
    ...((await isOnboardingHidden()) ? [] : [findDoneStepsOnce(caseId)]),
    countOpenIncidentsOnce(caseId),
    findUnreachableCaseOnce(caseId),
  ];
  // The shell awaits them, unless it is not shown.
  for (const reading of begun) reading.catch(() => {});
}

/** The frame of every page of the dashboard, with the user’s cases to switch between. Pages outside a case keep the last one. */
export async function DashboardShell({ user, theCase, role, children }: DashboardShellProps) {
  const shown = theCase && role ? { theCase, role } : await lastMembershipOf(user);
  const showsOnboarding = theCase && role && may(role, "manage_keys") && !(await isOnboardingHidden());
  const isOperator = user.operatorSince !== null;
  const isMailSetUp = sendsRealEmail();
  const [cases, done, delay, openIncidents, unreachable] = await Promise.all([
    isLockedOut(user) ? [] : listCasesOnce(user.id),
    showsOnboarding ? findDoneStepsOnce(theCase.id) : null,
    currentDelay(),
    shown ? countOpenIncidentsOnce(shown.theCase.id) : 0,
    theCase ? findUnreachableCaseOnce(theCase.id) : [],
  ]);
  return (
    <Shell
      email={user.email}
      isOperator={isOperator}
      theCase={shown ? { id: shown.theCase.id, name: shown.theCase.name } : undefined}
      cases={cases}
      openIncidents={openIncidents}
      role={shown?.role}
      steps={remainingSteps(done, isOperator ? { email: isMailSetUp } : {})}
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
