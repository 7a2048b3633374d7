import { Tag } from "@/components/ui/icons";
import type { Status } from "@/lib/rules/state/snitch-state";
import { Choices } from "./choices";
import { Dropdown } from "./dropdown";
import { buildShortUrl, type View } from "./filters";

type TagMenuProps = { caseId: string; view: View; tags: { tag: string; worst: Status }[] };

/** The most used tags, each with the mark of its worst snitch if that is bad. A choice filters the list by it, or ends that. */
export const TagMenu = ({ caseId, view, tags }: TagMenuProps) => (
  <Dropdown
    label={
      <>
        <Tag aria-hidden />
        <span className="max-sm:sr-only">Tags</span>
      </>
    }
  >
    <Choices
      title="Filter by tag"
      choices={tags.map(({ tag, worst }) => {
        const isOn = view.tags.includes(tag);
        return {
          words: tag,
          href: buildShortUrl(caseId, {
            ...view,
            tags: isOn ? view.tags.filter((other) => other !== tag) : [...view.tags, tag],
          }),
          ...(isOn && { isOn: true as const }),
          ...((worst === "failed" || worst === "errored") && { mark: worst }),
        };
      })}
    />
  </Dropdown>
);
