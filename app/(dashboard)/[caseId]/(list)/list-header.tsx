import { ButtonLink } from "@/components/ui/button";
import { Plus } from "@/components/ui/icons";
import type { Status } from "@/lib/rules/state/snitch-state";
import { tagPrefixes } from "@/lib/rules/tag-groups";
import { DisplayMenu } from "./display-menu";
import type { View } from "./filters";
import { SearchForm } from "./search-form";
import { TagMenu } from "./tag-menu";
import { ViewLinks } from "./view-links";

type ListHeaderProps = {
  caseId: string;
  view: View;
  tags: { tag: string; worst: Status }[];
  /** “17 of 20”, beside the button that adds a snitch; absent without a limit. */
  room?: string | undefined;
  mayManage: boolean;
  summary: React.ReactNode;
  /** At the end of the menu of the display. */
  children: React.ReactNode;
};

/** The heading of the list, its search, filters and views: in one line where it is wide, so that the rows have the height. */
export function ListHeader({ caseId, view, tags, room, mayManage, summary, children }: ListHeaderProps) {
  return (
    <div className="flex flex-wrap items-center gap-2 pb-3 lg:flex-nowrap lg:pb-2 lg:first:-mt-7 print:mt-0">
      <div className="flex w-full min-w-0 items-baseline gap-3 lg:w-auto lg:flex-1 lg:items-center">
        <h1 className="text-xl font-semibold tracking-tight">Snitches</h1>
        <div className="min-w-0 text-ink-quiet max-lg:text-sm lg:text-xs">{summary}</div>
      </div>
      <div className="contents print:hidden">
        <SearchForm caseId={caseId} view={view} />
        <div className="flex items-center gap-2 max-lg:order-1 max-sm:flex-wrap">
          {tags.length > 0 && <TagMenu caseId={caseId} view={view} tags={tags} />}
          <DisplayMenu caseId={caseId} view={view} prefixes={tagPrefixes(tags.map(({ tag }) => tag))}>
            {children}
          </DisplayMenu>
          <ViewLinks caseId={caseId} view={view} />
        </div>
        {mayManage && (
          <ButtonLink href={`/${caseId}/new`} look="primary">
            <Plus aria-hidden />
            Add Snitch
            {room && <span className="font-normal opacity-75">{room}</span>}
          </ButtonLink>
        )}
      </div>
    </div>
  );
}
