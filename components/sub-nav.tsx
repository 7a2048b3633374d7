import clsx from "clsx";
import { Link } from "@/components/ui/link";

type SubNavProps = {
  label: string;
  pages: readonly (readonly [href: string, label: string])[];
  currentPath: string;
};

/** Tabs that link to sibling pages. */
export function SubNav({ label, pages, currentPath }: SubNavProps) {
  return (
    <nav aria-label={label} className="-mt-2 mb-6 flex gap-4 overflow-x-auto border-b border-line">
      {pages.map(([href, page]) => (
        <Link
          key={href}
          href={href}
          aria-current={href === currentPath ? "page" : undefined}
          className={clsx(
            "-mb-px border-b-2 py-2 text-sm font-medium whitespace-nowrap",
            href === currentPath ? "border-ink text-ink" : "border-transparent text-ink-quiet hover:text-ink",
          )}
        >
          {page}
        </Link>
      ))}
    </nav>
  );
}
