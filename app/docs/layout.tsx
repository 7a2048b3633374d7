import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { Wordmark } from "@/components/wordmark";
import { DocsNav } from "./docs-nav";
import { DocsSearch } from "./docs-search";

// The addresses of this installation are known only when it runs.
export const dynamic = "force-dynamic";

export default function DocsLayout({ children }: { children: React.ReactNode }) {
  return (
    <div className="mx-auto max-w-5xl px-4 pb-24">
      <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-3 gap-y-1 max-sm:py-3 print:hidden">
        <Link href="/" className="py-1">
          <Wordmark />
        </Link>
        <DocsSearch />
        <ButtonLink href="/" look="bare">
          Dashboard
        </ButtonLink>
      </header>
      <div className="grid gap-x-12 gap-y-6 pt-4 lg:grid-cols-[11rem_minmax(0,1fr)]">
        <DocsNav />
        <main id="content" className="min-w-0 max-w-3xl">
          {children}
        </main>
      </div>
    </div>
  );
}
