import { SessionShell } from "@/app/(dashboard)/session-shell";
import { currentMembership } from "@/app/sign-in/session";

type BoardLayoutProps = { params: Promise<{ caseId: string }>; children: React.ReactNode };

/** The board has no shell; its 404 has one. */
export default async function BoardLayout({ params, children }: BoardLayoutProps) {
  const membership = await currentMembership((await params).caseId);
  return membership ? children : <SessionShell>{children}</SessionShell>;
}
