import { PageHeader } from "@/components/page-header";
import { SubNav } from "@/components/sub-nav";
import { Button, ButtonLink } from "@/components/ui/button";
import { INPUT } from "@/components/ui/input";
import type { ListQuery } from "@/lib/cases/list-all";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { COMMIT, VERSION } from "@/lib/platform/version";
import { isUuid } from "@/lib/rules/uuid";
import { withQuery } from "@/lib/rules/with-query";

const PAGES = [
  ["/operator", "Cases"],
  ["/operator/users", "People"],
  ["/operator/deliveries", "Stuck messages"],
  ["/operator/email", "Email"],
  ["/operator/heartbeats", "Heartbeats"],
  ["/outbox", "Outbox"],
] as const;

type FrameProps = { path: (typeof PAGES)[number][0]; children: React.ReactNode };

/** The layout of the operator’s pages. */
export function OperatorFrame({ path, children }: FrameProps) {
  return (
    <>
      <PageHeader title="This installation">
        Tattle {VERSION}, commit {COMMIT}. Only operators see these pages.
      </PageHeader>
      <SubNav label="Installation" pages={PAGES} currentPath={path} />
      {children}
    </>
  );
}

export type ListSearchParams = Record<string, string | string[] | undefined>;

/** Reads the query of a list’s URL. Invalid values are ignored. */
export function parseListQuery({ search, after }: ListSearchParams): ListQuery {
  return {
    search: typeof search === "string" && search.trim() && isPostgresText(search) ? search.trim() : undefined,
    after: typeof after === "string" && isUuid(after) ? after : undefined,
  };
}

type SearchFormProps = {
  path: string;
  label: string;
  query: ListQuery;
  /** Hidden fields. */
  children?: React.ReactNode;
};

export function SearchForm({ path, label, query, children }: SearchFormProps) {
  return (
    <search>
      <form action={path} className="flex gap-2 pb-3">
        <input
          name="search"
          type="search"
          aria-label={label}
          placeholder={`${label}…`}
          defaultValue={query.search}
          className={`${INPUT} h-9 max-w-72`}
        />
        {children}
        <Button type="submit" className="h-9">
          Search
        </Button>
      </form>
    </search>
  );
}

export function Pagination({ path, query, next }: { path: string; query: ListQuery; next: string | null }) {
  if (!next && !query.after) return null;
  const href = (after?: string) => withQuery(path, { search: query.search, after });
  return (
    <nav aria-label="Pages" className="flex justify-end gap-2 pt-4">
      {query.after && <ButtonLink href={href()}>First</ButtonLink>}
      {next && <ButtonLink href={href(next)}>Next</ButtonLink>}
    </nav>
  );
}
