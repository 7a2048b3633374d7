import { Settings2 } from "@/components/ui/icons";
import { Choices } from "./choices";
import { Dropdown } from "./dropdown";
import { buildListUrl, type View } from "./filters";
import { ORDER_WORDS, orderChoices } from "./sorting";

type DisplayMenuProps = { caseId: string; view: View; children: React.ReactNode };

/** How the list is shown: its order and grouping, and `children` after them. Every choice is a link. */
export function DisplayMenu({ caseId, view, children }: DisplayMenuProps) {
  const choice = (words: string, changes: Partial<View>, isOn: boolean) => ({
    words,
    href: buildListUrl(caseId, { ...view, ...changes }),
    ...(isOn && { isOn: true as const }),
  });
  return (
    <Dropdown
      label={
        <>
          <Settings2 aria-hidden />
          Display
        </>
      }
    >
      <Choices
        title="Order"
        choices={orderChoices(view.order).map((order) =>
          choice(ORDER_WORDS[order], { order }, order === view.order),
        )}
      />
      {!view.timeline && (
        <Choices
          title="Groups"
          choices={[
            choice("No groups", { group: undefined }, !view.group),
            choice("By tag", { group: "tag" }, view.group === "tag"),
          ]}
        />
      )}
      {children}
    </Dropdown>
  );
}
