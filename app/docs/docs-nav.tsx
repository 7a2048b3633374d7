"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { API_PAGES, DOCS_PAGES } from "@/components/docs-pages";
import { Link } from "@/components/ui/link";

export function DocsNav() {
  const pathname = usePathname();
  // The pages of the reference are shown once a person is there.
  const pages = pathname.startsWith("/docs/api") ? [...DOCS_PAGES, ...API_PAGES] : DOCS_PAGES;
  return (
    <nav
      aria-label="Documentation"
      className="flex gap-0.5 overflow-x-auto border-b border-line pb-2 lg:sticky lg:top-6 lg:h-fit lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:overflow-y-auto lg:border-0 print:hidden"
    >
      {pages.map(([href, title]) => (
        <Link
          key={href}
          href={href}
          aria-current={pathname === href ? "page" : undefined}
          className={clsx(
            "shrink-0 rounded-md px-2 py-1.5 text-sm font-medium",
            pathname === href ? "bg-ink/8 text-ink" : "text-ink-quiet hover:bg-ink/4 hover:text-ink",
            href.startsWith("/docs/api/") && "lg:ml-3",
          )}
        >
          {title}
        </Link>
      ))}
    </nav>
  );
}
