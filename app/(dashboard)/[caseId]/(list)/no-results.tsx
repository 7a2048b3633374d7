import { Link } from "@/components/ui/link";

/** Shown in place of the list if no snitch matches the filters, or the page is after the last one. */
export function NoResults({ href, isFiltered }: { href: string; isFiltered: boolean }) {
  return (
    <p className="rounded-lg border border-dashed border-line px-6 py-10 text-center text-ink-quiet">
      {isFiltered ? "No snitch matches these filters. " : "This page is empty. "}
      <Link href={href} className="font-medium text-ink underline underline-offset-4">
        Show all snitches
      </Link>
    </p>
  );
}
