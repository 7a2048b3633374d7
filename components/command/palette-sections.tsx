import { Command as Menu } from "cmdk";
import { StatusMark } from "@/components/status-badge";
import { Kbd } from "@/components/ui/kbd";
import { Group, Item as Line } from "./palette-items";
import type { Item, Section } from "./sections";

/** The lines of the menu, or a line that says that there are none. */
export function PaletteSections({ sections, choose }: { sections: Section[]; choose: (item: Item) => void }) {
  // An item, because screen readers ignore a list without items.
  if (sections.length === 0)
    return (
      <Menu.Item disabled className="px-3 py-6 text-center text-sm text-ink-quiet">
        No results.
      </Menu.Item>
    );
  return sections.map(({ heading, items }) => (
    <Group key={heading} heading={heading}>
      {items.map((item) => (
        <Line key={item.value} value={item.value} choose={() => choose(item)}>
          <ItemText item={item} />
        </Line>
      ))}
    </Group>
  ));
}

function ItemText({ item }: { item: Item }) {
  if (item.kind === "snitch") {
    const { name, status } = item.snitch;
    return (
      <>
        {status && <StatusMark status={status} />}
        <bdi className="line-clamp-2 py-1 wrap-anywhere">{name}</bdi>
      </>
    );
  }
  if (item.kind === "incident") {
    const { name, cause, status } = item.incident;
    return (
      <>
        <StatusMark status={status} />
        <bdi className="line-clamp-2 py-1 wrap-anywhere">{name}</bdi>
        <Aside>{cause}</Aside>
      </>
    );
  }
  if (item.kind === "passage") {
    const { page, heading } = item.passage;
    return (
      <>
        <span className="line-clamp-2 py-1 wrap-anywhere">{heading}</span>
        <Aside>{page}</Aside>
      </>
    );
  }
  const { title, where, hotkey } = item.command;
  return (
    <>
      <span className="line-clamp-2 py-1 wrap-anywhere">{title}</span>
      {where && <Aside>{where}</Aside>}
      {hotkey && (
        <span className="ml-auto">
          <Kbd>{hotkey}</Kbd>
        </span>
      )}
    </>
  );
}

const Aside = ({ children }: { children: React.ReactNode }) => (
  <span className="ml-auto shrink-0 text-xs text-ink-quiet">{children}</span>
);
