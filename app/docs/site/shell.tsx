import clsx from "clsx";
import { renderToStaticMarkup } from "react-dom/server";
import { API_PAGES, DOCS_GROUPS } from "@/components/docs-pages";
import { favicon } from "@/components/favicon";
import { SkipLink } from "@/components/skip-link";
import { Wordmark } from "@/components/wordmark";

/** A page of the site. `href`: its address in the product, or below `/docs`. */
export type Page = { href: string; title: string; body: React.ReactNode };

export type Group = { title: string; pages: readonly (readonly [href: string, name: string])[] };

/** The groups of the navigation: those of the product, with the pages of the API, and `guides`. */
export const listGroups = (guides: Group[]): Group[] => [
  ...DOCS_GROUPS.map((group) =>
    group.title === "Reference" ? { ...group, pages: [...group.pages, ...API_PAGES] } : group,
  ),
  ...guides,
];

/** A whole page as HTML, its links as in the product. */
export const renderPage = (page: Page, groups: Group[]): string =>
  `<!doctype html>\n${renderToStaticMarkup(<Shell page={page} groups={groups} />)}\n`;

const Shell = ({ page: { href, title, body }, groups }: { page: Page; groups: Group[] }) => (
  <html lang="en">
    <head>
      <meta charSet="utf-8" />
      <meta name="viewport" content="width=device-width, initial-scale=1" />
      <meta name="color-scheme" content="light dark" />
      <title>{`${title} · Tattle`}</title>
      <link rel="icon" href={favicon("calm")} />
      <link rel="stylesheet" href="/docs/site.css" />
      {href === SEARCH && <script defer src="/docs/search-index.js" />}
      <script defer src="/docs/site.js" />
    </head>
    <body>
      <SkipLink />
      <div className="mx-auto max-w-5xl px-4 pb-24">
        <header className="flex min-h-16 flex-wrap items-center justify-between gap-x-4 gap-y-2 max-sm:py-3 print:hidden">
          <a href="/docs" className="py-1">
            <Wordmark />
          </a>
          <a href="#contents" className="py-1 text-sm text-ink-quiet hover:text-ink lg:hidden">
            Contents
          </a>
          <search className="max-sm:w-full sm:ml-auto sm:w-72">
            <form action={SEARCH}>
              <input
                name="q"
                type="search"
                aria-label="Search the documentation"
                placeholder="Search the documentation…"
                autoComplete="off"
                maxLength={200}
                className="h-9 w-full rounded-md border border-line bg-surface px-3 text-sm max-sm:text-lg"
              />
            </form>
          </search>
        </header>
        <div className="flex flex-col gap-x-12 gap-y-6 pt-4 lg:flex-row-reverse">
          <main id="content" className="min-w-0 max-w-3xl flex-1">
            {body}
          </main>
          <Contents groups={groups} current={href} />
        </div>
      </div>
    </body>
  </html>
);

export const SEARCH = "/docs/search";

const Contents = ({ groups, current }: { groups: Group[]; current: string }) => (
  <nav
    id="contents"
    aria-label="Documentation"
    className="flex flex-col gap-3 border-line max-lg:border-t max-lg:pt-6 lg:sticky lg:top-6 lg:h-fit lg:max-h-[calc(100dvh-3rem)] lg:w-44 lg:shrink-0 lg:overflow-y-auto print:hidden"
  >
    {groups.map(({ title, pages }) => (
      <div key={title} className="flex flex-col">
        <p className="px-2 pb-1 text-xs text-ink-quiet">{title}</p>
        {pages.map(([href, name]) => (
          <a
            key={href}
            href={href}
            aria-current={href === current ? "page" : undefined}
            className={clsx(
              "rounded-md px-2 py-1.5 text-sm font-medium text-ink-quiet hover:bg-ink/4 hover:text-ink aria-[current]:bg-ink/8 aria-[current]:text-ink lg:py-1",
              href.startsWith("/docs/api/") && "ml-3",
            )}
          >
            {name}
          </a>
        ))}
      </div>
    ))}
  </nav>
);
