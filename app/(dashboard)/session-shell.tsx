import { currentUser } from "@/lib/auth/session";
import { DashboardShell } from "./dashboard-shell";

/**
 * The layout of pages outside a case, and of 404s: the shell with the user’s last case. Without a session it is a bare page,
 * which shows nothing of any case.
 */
export async function SessionShell({ children }: { children: React.ReactNode }) {
  const user = await currentUser();
  if (user) return <DashboardShell user={user}>{children}</DashboardShell>;
  return (
    <main id="content" className="mx-auto max-w-md px-4 pt-[12vh] pb-24">
      {children}
    </main>
  );
}
