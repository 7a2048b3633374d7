import { statusLabel } from "@/components/snitches/status-badge";
import type { Status } from "@/lib/rules/snitch-state";
import { Chip } from "./chip";
import { buildListUrl, type View } from "./filters";
import { GroupToggle } from "./group-toggle";
import { SearchField } from "./search-field";
import { SortMenu } from "./sort-menu";
import { ORDER_WORDS, orderChoices } from "./sorting";

type Tag = { tag: string; worst: Status };
type FilterBarProps = { caseId: string; view: View; tags: Tag[]; children: React.ReactNode };

const TAGS_SHOWN = 6;

/** The filters of the list, and `children` after them. Every choice is a link, so that it can be shared and Back works. */
export function FilterBar({ caseId, view, tags, children }: FilterBarProps) {
  const { status, tags: selectedTags, search, order } = view;
  const allTags: Tag[] = [
    ...selectedTags
      .filter((tag) => !tags.some((other) => other.tag === tag))
      .map((tag) => ({ tag, worst: "healthy" as const })),
    ...tags,
  ];
  const isShown = ({ tag }: Tag, i: number) => selectedTags.includes(tag) || i < TAGS_SHOWN;
  const hiddenTags = allTags.filter((tag, i) => !isShown(tag, i));
  const chips = (shown: Tag[]) =>
    shown.map((tag) => <TagChip key={tag.tag} caseId={caseId} view={view} {...tag} />);
  return (
    <div className="flex flex-wrap items-center gap-1.5 pb-3 print:hidden">
      <search className="flex w-full gap-1.5 sm:w-64">
        <form action={`/${caseId}`} className="min-w-0 flex-1">
          {status && <input type="hidden" name="status" value={status} />}
          {selectedTags.map((tag) => (
            <input key={tag} type="hidden" name="tag" value={tag} />
          ))}
          {order !== "worst" && <input type="hidden" name="sort" value={order} />}
          {view.group && <input type="hidden" name="group" value={view.group} />}
          {view.timeline && <input type="hidden" name="view" value="timeline" />}
          {view.timeline && <input type="hidden" name="range" value={view.timeline} />}
          <SearchField value={search} />
        </form>
      </search>
      <SortMenu
        order={order}
        choices={orderChoices(order).map((value) => ({
          value,
          words: ORDER_WORDS[value],
          href: buildListUrl(caseId, { ...view, order: value }),
        }))}
      />
      {!view.timeline && (tags.length > 0 || view.group) && <GroupToggle caseId={caseId} view={view} />}
      {status && (
        <Chip
          href={buildListUrl(caseId, { ...view, status: undefined })}
          isOn
          mark={status}
          words={statusLabel(status)}
        />
      )}
      {chips(allTags.filter(isShown))}
      {hiddenTags.length > 0 && (
        <details className="group open:w-full">
          <summary className="inline-flex h-7 w-fit list-none items-center rounded-full px-2 text-xs font-medium text-ink-quiet hover:text-ink [&::-webkit-details-marker]:hidden">
            <span className="group-open:hidden">
              {hiddenTags.length} more {hiddenTags.length === 1 ? "tag" : "tags"}
            </span>
            <span className="hidden group-open:inline">Fewer tags</span>
          </summary>
          <div className="flex flex-wrap gap-1.5 pt-1.5">{chips(hiddenTags)}</div>
        </details>
      )}
      {children}
    </div>
  );
}

/** Absent properties are not sent to the browser, for each of many tags. */
function TagChip({ caseId, view, tag, worst }: Tag & { caseId: string; view: View }) {
  const isOn = view.tags.includes(tag);
  const tags = isOn ? view.tags.filter((other) => other !== tag) : [...view.tags, tag];
  const isDown = worst === "failed" || worst === "errored";
  return (
    <Chip
      href={buildListUrl(caseId, { ...view, tags })}
      words={tag}
      {...(isDown && { mark: worst })}
      {...(isOn && { isOn })}
    />
  );
}
