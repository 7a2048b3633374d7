"use client";

import clsx from "clsx";
import { usePathname } from "next/navigation";
import { API_PAGES, DOCS_GROUPS } from "@/components/docs-pages";
import { Link } from "@/components/ui/link";

export function DocsNav() {
  const pathname = usePathname();
  return (
    <nav
      aria-label="Documentation"
      className="flex gap-0.5 overflow-x-auto border-b border-line pb-2 lg:sticky lg:top-6 lg:h-fit lg:max-h-[calc(100dvh-3rem)] lg:flex-col lg:gap-3 lg:overflow-y-auto lg:border-0 print:hidden"
    >
      {DOCS_GROUPS.map(({ title, pages }) => (
        <div key={title} className="flex shrink-0 gap-0.5 lg:flex-col">
          <p className="px-2 pb-1 text-xs text-ink-quiet max-lg:hidden">{title}</p>
          {pages.map(([href, name]) => (
            <PageLink key={href} href={href} isCurrent={pathname === href}>
              {name}
            </PageLink>
          ))}
          {/* The pages of the reference are shown once a person is there. */}
          {title === "Reference" &&
            pathname.startsWith("/docs/api") &&
            API_PAGES.map(([href, name]) => (
              <PageLink key={href} href={href} isCurrent={pathname === href} className="lg:ml-3">
                {name}
              </PageLink>
            ))}
        </div>
      ))}
    </nav>
  );
}

type PageLinkProps = { href: string; isCurrent: boolean; className?: string; children: string };

const PageLink = ({ href, isCurrent, className, children }: PageLinkProps) => (
  <Link
    href={href}
    aria-current={isCurrent ? "page" : undefined}
    className={clsx(
      "shrink-0 rounded-md px-2 py-1.5 text-sm font-medium lg:py-1",
      isCurrent ? "bg-ink/8 text-ink" : "text-ink-quiet hover:bg-ink/4 hover:text-ink",
      className,
    )}
  >
    {children}
  </Link>
);
