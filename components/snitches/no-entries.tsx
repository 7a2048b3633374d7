import { DocsLink } from "@/components/page-header";
import { Link } from "@/components/ui/link";

/** Shown in place of a timeline without entries. */
export function NoEntries({ snitchUrl }: { snitchUrl: string }) {
  return (
    <p className="text-ink-quiet">
      Check-ins and alerts appear here. This snitch has none yet:{" "}
      <Link href={`${snitchUrl}/setup`} className="text-ink underline underline-offset-4">
        see how to check in
      </Link>
      . <DocsLink page="/check-ins">What a check-in can report</DocsLink>
    </p>
  );
}
