import { currentMembership } from "@/lib/auth/session";
import { DashboardShell } from "../dashboard-shell";

type CaseLayoutProps = { params: Promise<{ caseId: string }>; children: React.ReactNode };

export default async function CaseLayout({ params, children }: CaseLayoutProps) {
  const membership = await currentMembership((await params).caseId);
  if (!membership) return children;
  return (
    <DashboardShell user={membership.user} theCase={membership.theCase} role={membership.role}>
      {children}
    </DashboardShell>
  );
}
