import { PageHeader } from "@/components/page-header";
import { SubNav } from "@/components/sub-nav";
import { Button, ButtonLink } from "@/components/ui/button";
import { INPUT } from "@/components/ui/input";
import { isUuid } from "@/lib/auth/session";
import type { Survey } from "@/lib/cases/list-all";
import { isPostgresText } from "@/lib/platform/postgres-text";
import type { Person } from "@/lib/users/find";
import { ShellOf } from "../shell";

const PAGES = [
  ["/operator", "Cases"],
  ["/operator/users", "People"],
  ["/outbox", "Outbox"],
] as const;

type FrameProps = { user: Person; here: (typeof PAGES)[number][0]; children: React.ReactNode };

/** What stands around the pages of whoever runs the installation. */
export function OperatorFrame({ user, here, children }: FrameProps) {
  return (
    <ShellOf user={user}>
      <PageHeader title="This installation">Only its operators see these pages.</PageHeader>
      <SubNav label="Installation" pages={PAGES} here={here} />
      {children}
    </ShellOf>
  );
}

export type SurveySearch = Record<string, string | string[] | undefined>;

/** What the address asks of a list; what makes no sense is left out. */
export function surveyIn({ search, after }: SurveySearch): Survey {
  return {
    search: typeof search === "string" && search.trim() && isPostgresText(search) ? search.trim() : undefined,
    after: typeof after === "string" && isUuid(after) ? after : undefined,
  };
}

export function SurveySearchForm({ here, label, survey }: { here: string; label: string; survey: Survey }) {
  return (
    <search>
      <form action={here} className="flex gap-2 pb-3">
        <input
          name="search"
          type="search"
          aria-label={label}
          placeholder={`${label}…`}
          defaultValue={survey.search}
          className={`${INPUT} h-9 max-w-72`}
        />
        <Button type="submit" className="h-9">
          Search
        </Button>
      </form>
    </search>
  );
}

export function SurveyPages({ here, survey, next }: { here: string; survey: Survey; next: string | null }) {
  if (!next && !survey.after) return null;
  const href = (after?: string) => {
    const query = new URLSearchParams({
      ...(survey.search && { search: survey.search }),
      ...(after && { after }),
    });
    return query.size > 0 ? `${here}?${query}` : here;
  };
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      {survey.after && <ButtonLink href={href()}>First</ButtonLink>}
      {next && <ButtonLink href={href(next)}>Next</ButtonLink>}
    </nav>
  );
}
