import { ButtonLink } from "@/components/ui/button";
import { buildListUrl, type View } from "./filters";

type PaginationProps = {
  caseId: string;
  view: View;
  found: number;
  shown: number;
  previous: string | null;
  next: string | null;
};

export function Pagination({ caseId, view, found, shown, previous, next }: PaginationProps) {
  if (!previous && !next) return null;
  return (
    <nav
      aria-label="Pages"
      className="flex items-center justify-between gap-4 pt-4 text-sm text-ink-quiet print:hidden"
    >
      <span>
        {shown} of {found.toLocaleString("en")}
      </span>
      <span className="flex gap-2">
        {previous && (
          <>
            <ButtonLink look="bare" href={buildListUrl(caseId, view)}>
              First
            </ButtonLink>
            <ButtonLink href={buildListUrl(caseId, view, { before: previous })}>Previous</ButtonLink>
          </>
        )}
        {next && <ButtonLink href={buildListUrl(caseId, view, { after: next })}>Next</ButtonLink>}
      </span>
    </nav>
  );
}
