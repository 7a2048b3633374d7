import { surroundingCase } from "@/lib/auth/session";
import { ShellOf } from "../shell";

type CaseLayoutProps = { params: Promise<{ caseId: string }>; children: React.ReactNode };

export default async function CaseLayout({ params, children }: CaseLayoutProps) {
  const place = await surroundingCase((await params).caseId);
  if (!place) return children;
  return (
    <ShellOf user={place.user} theCase={place.theCase} role={place.role}>
      {children}
    </ShellOf>
  );
}
