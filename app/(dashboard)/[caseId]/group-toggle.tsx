import clsx from "clsx";
import { Tag } from "@/components/ui/icons";
import { Link } from "@/components/ui/link";
import { buildListUrl, type View } from "./filters";

/** Groups the list by tag, or ends that. */
export function GroupToggle({ caseId, view }: { caseId: string; view: View }) {
  const isOn = view.group === "tag";
  return (
    <Link
      href={buildListUrl(caseId, { ...view, group: isOn ? undefined : "tag" })}
      aria-current={isOn ? "true" : undefined}
      className={clsx(
        "inline-flex h-8 items-center gap-1.5 rounded-md border px-2.5 text-sm transition-colors",
        isOn ? "border-ink/30 bg-ink/8 text-ink" : "border-line text-ink-quiet hover:text-ink",
      )}
    >
      <Tag aria-hidden className="size-3.5" />
      {isOn ? "Grouped by tag" : "Group by tag"}
      {isOn && <span className="sr-only">, stop grouping</span>}
    </Link>
  );
}
