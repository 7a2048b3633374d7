import Link from "next/link";

/** What the list says when the filters leave nothing, or the page number is beyond the last. */
export function Nothing({ href, isNarrowed }: { href: string; isNarrowed: boolean }) {
  return (
    <p className="rounded-lg border border-dashed border-line px-6 py-10 text-center text-ink-quiet">
      {isNarrowed ? "No snitch matches these filters. " : "There is nothing on this page. "}
      <Link href={href} className="font-medium text-ink underline underline-offset-4">
        Show all snitches
      </Link>
    </p>
  );
}
