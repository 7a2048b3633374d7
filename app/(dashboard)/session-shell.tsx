import { currentUser } from "@/app/sign-in/session";
import { Link } from "@/components/ui/link";
import { Wordmark } from "@/components/wordmark";
import { DashboardShell } from "./dashboard-shell";

/**
 * The layout of pages outside a case, and of 404s: the shell with the user’s last case. Without a session it is a bare page,
 * which shows nothing of any case.
 */
export async function SessionShell({ children }: { children: React.ReactNode }) {
  const user = await currentUser();
  if (user) return <DashboardShell user={user}>{children}</DashboardShell>;
  return (
    <div className="mx-auto max-w-md px-4 pt-[10vh] pb-24">
      <header>
        <Link href="/" className="inline-block">
          <Wordmark />
        </Link>
      </header>
      <main id="content">{children}</main>
    </div>
  );
}
