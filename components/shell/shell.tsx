"use client";

import clsx from "clsx";
import { CommandMenu } from "@/components/command/command-menu";
import type { Person } from "@/components/command/commands";
import type { PaletteProps } from "@/components/command/palette";
import type { FormAction } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { Wordmark } from "@/components/wordmark";
import { ZoneNote } from "@/components/zone-note";
import type { OnboardingSteps } from "@/lib/cases/onboarding";
import { CaseSwitcher } from "./case-switcher";
import { HelpLink } from "./help-link";
import { NavLinks } from "./nav-links";
import { Onboarding } from "./onboarding";
import { UserMenu } from "./user-menu";

type ShellProps = Person & {
  email: string;
  /** How many incidents of the open case are open. */
  openIncidents: number;
  /** The remaining onboarding steps; null if there are none, or the person may not do them, or has hidden them. */
  steps: OnboardingSteps | null;
  hideOnboarding?: FormAction;
  mute: PaletteProps["mute"];
  /** What this page must not be read without; absent if there is nothing. */
  notice?: React.ReactNode;
  chooseTheme: PaletteProps["chooseTheme"];
  signOut: () => Promise<void>;
  children: React.ReactNode;
};

/**
 * The frame of every dashboard page: navigation, case switcher and user menu. A client component, so that pages send what it shows, and
 * not its markup a second time.
 */
export function Shell(props: ShellProps) {
  const { email, isOperator, theCase, cases, openIncidents, role } = props;
  const { steps, hideOnboarding, mute, chooseTheme, notice, signOut, children } = props;
  return (
    <div className="lg:grid lg:min-h-dvh lg:grid-cols-[15rem_1fr]">
      <header className="border-b border-line bg-surface-quiet lg:sticky lg:z-10 lg:top-0 lg:flex lg:h-dvh lg:flex-col lg:overflow-y-auto lg:gap-4 lg:border-r lg:border-b-0 lg:p-3 print:hidden">
        <div className="flex h-12 items-center gap-1 px-2 sm:px-6 lg:h-auto lg:flex-col lg:items-stretch lg:gap-3 lg:px-0">
          <div className="mr-auto min-w-0 lg:mr-0">
            {cases.length > 0 ? <CaseSwitcher theCase={theCase} cases={cases} /> : <Home />}
          </div>
          <CommandMenu
            theCase={theCase}
            role={role}
            isOperator={isOperator}
            cases={cases}
            mute={mute}
            chooseTheme={chooseTheme}
            signOut={signOut}
          />
          <div className="lg:hidden">
            <UserMenu email={email} isOperator={isOperator} signOut={signOut} isCompact />
          </div>
        </div>
        {theCase && <NavLinks caseId={theCase.id} role={role} openIncidents={openIncidents} />}
        {notice && <div className="lg:mt-auto">{notice}</div>}
        <div className={clsx("hidden gap-3 lg:grid", !notice && "mt-auto")}>
          {theCase && steps && hideOnboarding && (
            <Onboarding caseId={theCase.id} steps={steps} hide={hideOnboarding} />
          )}
          <div className="grid gap-0.5">
            <HelpLink />
            <UserMenu email={email} isOperator={isOperator} signOut={signOut} />
          </div>
        </div>
      </header>
      <main id="content" className="mx-auto w-full min-w-0 max-w-376 px-4 pt-4 pb-28 sm:px-8 sm:pt-6">
        {children}
        <ZoneNote canChange className="pt-16 text-xs text-ink-quiet print:pt-6" />
      </main>
    </div>
  );
}

function Home() {
  return (
    <Link href="/" className="px-2 py-1">
      <Wordmark />
    </Link>
  );
}
