import { PageHeader } from "@/components/page-header";
import { ButtonLink } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";
import { tagPrefixes } from "@/lib/rules/grouping";
import type { Status } from "@/lib/rules/state/snitch-state";
import { DisplayMenu } from "./display-menu";
import { type View, viewFields } from "./filters";
import { SearchField } from "./search-field";
import { TagMenu } from "./tag-menu";

type ListHeaderProps = {
  caseId: string;
  view: View;
  tags: { tag: string; worst: Status }[];
  environments: string[];
  hasMachines: boolean;
  /** “17 of 20”, next to the button that adds a snitch; absent without a limit. */
  room?: string | undefined;
  mayManage: boolean;
  savedViews: React.ReactNode;
  /** How many snitches have which status. */
  counts: React.ReactNode;
  /** At the end of the menu of the display. */
  children: React.ReactNode;
};

/** The heading of the list, and below it one row: what filters it, and at its right the search and the display. */
export function ListHeader(props: ListHeaderProps) {
  const { caseId, view, tags, environments, hasMachines, room, mayManage, savedViews, counts, children } =
    props;
  return (
    <>
      <PageHeader
        title="Snitches"
        isWide
        actions={
          <>
            {savedViews}
            {mayManage && (
              <ButtonLink href={`/${caseId}/new`} look="primary" className="print:hidden">
                <Plus aria-hidden />
                Add Snitch
                {room && <span className="font-normal opacity-75">{room}</span>}
              </ButtonLink>
            )}
          </>
        }
      />
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2 pb-1">
        <nav
          aria-label="Filters"
          className="flex min-w-0 flex-wrap items-center gap-1.5 text-sm text-ink-quiet max-sm:gap-1 lg:flex-1"
        >
          {counts}
        </nav>
        {/* On phones a menu is as wide as this row. */}
        <div className="relative flex min-w-0 flex-wrap items-center gap-2 max-lg:w-full max-sm:[&_.dropdown]:static max-sm:[&_.dropdown>div]:inset-x-0 max-sm:[&_.dropdown>div]:w-auto print:hidden">
          <SearchForm caseId={caseId} view={view} />
          {tags.length + environments.length > 0 && (
            <TagMenu caseId={caseId} view={view} tags={tags} environments={environments} />
          )}
          <DisplayMenu
            caseId={caseId}
            view={view}
            prefixes={tagPrefixes(tags.map(({ tag }) => tag))}
            hasEnvironments={environments.length > 0}
            hasMachines={hasMachines}
          >
            {children}
          </DisplayMenu>
        </div>
      </div>
    </>
  );
}

/** The search of the list. Whatever else the view says goes with it. */
const SearchForm = ({ caseId, view }: { caseId: string; view: View }) => (
  <search className="min-w-36 flex-1 sm:max-w-64 lg:w-50 lg:flex-none">
    <form action={`/${caseId}`}>
      {viewFields({ ...view, search: "" }).map(([name, value]) => (
        <input key={name + value} type="hidden" name={name} value={value} />
      ))}
      <SearchField value={view.search} />
    </form>
  </search>
);
