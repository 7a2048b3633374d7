import { currentMembership } from "@/app/sign-in/session";
import { DashboardShell } from "../dashboard-shell";
import { SessionShell } from "../session-shell";

type CaseLayoutProps = { params: Promise<{ caseId: string }>; children: React.ReactNode };

export default async function CaseLayout({ params, children }: CaseLayoutProps) {
  const { caseId } = await params;
  const membership = await currentMembership(caseId);
  if (!membership) return <SessionShell>{children}</SessionShell>;
  return (
    <DashboardShell user={membership.user} theCase={membership.theCase} role={membership.role}>
      {children}
    </DashboardShell>
  );
}
