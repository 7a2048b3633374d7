import { Link } from "@/components/ui/link";

type DocsLinkProps = { page: string; children: React.ReactNode };

/** Leads from an empty state to the page of the documentation that explains it. `page`: the path after `/docs`. */
export const DocsLink = ({ page, children }: DocsLinkProps) => (
  <Link href={`/docs${page}`} className="text-sm underline underline-offset-4 hover:text-ink">
    {children}
  </Link>
);
