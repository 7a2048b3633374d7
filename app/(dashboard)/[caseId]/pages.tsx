import { ButtonLink } from "@/components/ui/button";
import type { Narrowing } from "@/lib/snitches/list";
import { hrefOf } from "./narrowing";

type PagesProps = { caseId: string; narrowing: Narrowing; page: number; pages: number };

export function Pages({ caseId, narrowing, page, pages }: PagesProps) {
  if (pages <= 1) return null;
  return (
    <nav aria-label="Pages" className="flex items-center justify-between gap-4 pt-4 text-sm text-ink-quiet">
      <span>
        Page {page} of {pages}
      </span>
      <span className="flex gap-2">
        {page > 1 && <ButtonLink href={hrefOf(caseId, narrowing, page - 1)}>Previous</ButtonLink>}
        {page < pages && <ButtonLink href={hrefOf(caseId, narrowing, page + 1)}>Next</ButtonLink>}
      </span>
    </nav>
  );
}
