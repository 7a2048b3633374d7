import { Tag } from "@/components/ui/icons";
import type { Status } from "@/lib/rules/state/snitch-state";
import { Choices } from "./choices";
import { Dropdown } from "./dropdown";
import { buildShortUrl, type View } from "./filters";

type TagMenuProps = {
  caseId: string;
  view: View;
  tags: { tag: string; worst: Status }[];
  environments: string[];
};

/** The most used tags, each with the mark of its worst snitch if that is failing, and environments. A choice filters the list by it, or ends that. */
export const TagMenu = ({ caseId, view, tags, environments }: TagMenuProps) => (
  <Dropdown
    label={
      <>
        <Tag aria-hidden />
        <span className="max-sm:sr-only">Filter</span>
      </>
    }
  >
    {tags.length > 0 && (
      <Choices
        title="Filter by tag"
        choices={tags.map(({ tag, worst }) => {
          const isOn = view.tags.includes(tag);
          return {
            label: tag,
            href: buildShortUrl(caseId, {
              ...view,
              tags: isOn ? view.tags.filter((other) => other !== tag) : [...view.tags, tag],
            }),
            ...(isOn && { isOn: true as const }),
            ...((worst === "failed" || worst === "errored") && { mark: worst }),
          };
        })}
      />
    )}
    {environments.length > 0 && (
      <Choices
        title="Filter by environment"
        choices={environments.map((environment) => {
          const isOn = view.environment === environment;
          return {
            label: environment,
            href: buildShortUrl(caseId, { ...view, environment: isOn ? undefined : environment }),
            ...(isOn && { isOn: true as const }),
          };
        })}
      />
    )}
  </Dropdown>
);
