import { Link } from "@/components/ui/link";
import { NoMatch } from "@/components/ui/no-match";

/** Shown in place of the list if no snitch matches the filters, or the page is after the last one. */
export function NoResults({ href, isFiltered }: { href: string; isFiltered: boolean }) {
  return (
    <NoMatch>
      {isFiltered ? "No snitch matches these filters. " : "This page is empty. "}
      <Link href={href} className="font-medium text-ink underline underline-offset-4">
        Show all snitches
      </Link>
    </NoMatch>
  );
}
