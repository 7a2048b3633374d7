import clsx from "clsx";
import Link from "next/link";

const TABS = [
  ["", "General"],
  ["/members", "Members"],
  ["/audit", "Audit log"],
] as const;

type TabsProps = { caseId: string; here: (typeof TABS)[number][0] };

/** The pages of a case's settings. */
export function Tabs({ caseId, here }: TabsProps) {
  return (
    <nav aria-label="Settings" className="-mt-2 mb-6 flex gap-4 overflow-x-auto border-b border-line">
      {TABS.map(([path, label]) => (
        <Link
          key={path}
          href={`/${caseId}/settings${path}`}
          aria-current={path === here ? "page" : undefined}
          className={clsx(
            "-mb-px border-b-2 py-2 text-sm font-medium whitespace-nowrap",
            path === here ? "border-ink text-ink" : "border-transparent text-ink-quiet hover:text-ink",
          )}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
