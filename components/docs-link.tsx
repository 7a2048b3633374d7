import { Link } from "@/components/ui/link";

/** Leads from an empty state to the page of the documentation that explains it. `page`: the path after `/docs`. */
export const DocsLink = ({ page, children }: { page: string; children: React.ReactNode }) => (
  <Link href={`/docs${page}`} className="text-sm underline underline-offset-4 hover:text-ink">
    {children}
  </Link>
);
