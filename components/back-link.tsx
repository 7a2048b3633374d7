import { ArrowLeft } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";

/** A link to the parent page, above a heading. */
export function BackLink({ href, children }: { href: string; children: React.ReactNode }) {
  return (
    <Link
      href={href}
      className="mb-2 inline-flex w-fit max-w-full items-center gap-1.5 py-1 text-sm wrap-anywhere text-ink-quiet hover:text-ink print:hidden"
    >
      <ArrowLeft aria-hidden className="size-3.5 shrink-0" />
      {children}
    </Link>
  );
}
