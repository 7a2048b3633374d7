import { cookies } from "next/headers";
import { signOut } from "@/app/(account)/actions";
import { DelayBanner } from "@/components/shell/delay-banner";
import { Shell } from "@/components/shell/shell";
import { listCasesOf } from "@/lib/cases/find";
import { onboardingStepsOf } from "@/lib/cases/onboarding";
import { may, type Role } from "@/lib/cases/roles";
import { currentDelay } from "@/lib/health/delay";
import type { Person } from "@/lib/users/find";
import { hideSteps } from "./[caseId]/hide-onboarding";
import { pauseFromList } from "./[caseId]/snitches/[token]/actions";

type ShellOfProps = {
  user: Person;
  theCase?: { id: string; name: string };
  role?: Role;
  children: React.ReactNode;
};

/** The dashboard's shell for this person, with the cases that they can switch to. */
export async function ShellOf({ user, theCase, role, children }: ShellOfProps) {
  const isHidden = (await cookies()).get("steps")?.value === "hidden";
  const maySetUp = theCase && role && may(role, "manage_keys") && !isHidden;
  const [cases, steps, delay] = await Promise.all([
    listCasesOf(user.id),
    maySetUp ? onboardingStepsOf(theCase.id) : null,
    currentDelay(),
  ]);
  const isOperator = user.operatorSince !== null;
  return (
    <Shell
      email={user.email}
      isOperator={isOperator}
      theCase={theCase && { id: theCase.id, name: theCase.name }}
      cases={cases}
      mayManage={role !== undefined && may(role, "manage_snitches")}
      steps={steps}
      hideSteps={theCase && hideSteps.bind(null, theCase.id)}
      pause={theCase && pauseFromList.bind(null, theCase.id)}
      signOut={signOut}
    >
      {delay && <DelayBanner delay={delay} isOperator={isOperator} />}
      {children}
    </Shell>
  );
}
