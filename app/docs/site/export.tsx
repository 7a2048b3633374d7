import { readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { listValues } from "@/app/docs/[page]/values";
import ResourcePage from "@/app/docs/api/[resource]/page";
import ApiReference from "@/app/docs/api/page";
import { MarkdownPage } from "@/app/docs/markdown";
import { docsIndex } from "@/app/docs/search/docs-index";
import { splitPassages } from "@/app/docs/search/passages";
import { TEXTS } from "@/app/docs/search/texts";
import { API_PAGES, DOCS_PAGES } from "@/components/docs-pages";
import { PageHeader } from "@/components/page-header";
import { makeFolder } from "@/lib/platform/make-folder.mjs";
import { FORMER_PAGES, GUIDES, guideHref, guideTitle, renderGuide } from "./guides";
import { findBrokenLinks, nameFile, relativeLinks } from "./links";
import { listGroups, type Page, renderPage, SEARCH } from "./shell";
import { SnippetFolds } from "./snippet-folds";

const ASSETS = ["site.css", "site.js", "search-index.js"];

/** Writes the pages and the index of the search into a folder. Throws if a link leads nowhere. */
async function exportSite(folder: string): Promise<void> {
  const guides = GUIDES.flatMap(({ files }) => files).map((file) => ({
    file,
    text: readFileSync(file, "utf8"),
  }));
  const titles = new Map(guides.map(({ file, text }) => [file, guideTitle(text)]));
  const groups = listGroups(
    GUIDES.map(({ title, files }) => ({
      title,
      pages: files.map((file) => [guideHref(file), titles.get(file) ?? file] as const),
    })),
  );
  const pages: Page[] = [
    ...DOCS_PAGES.flatMap(([href, title]) => {
      const text = TEXTS[href];
      return text
        ? [{ href, title, body: <MarkdownPage text={text} values={listValues(SnippetFolds)} /> }]
        : [];
    }),
    { href: "/docs/api", title: "API reference", body: <ApiReference /> },
    ...(await Promise.all(
      API_PAGES.map(async ([href, title]) => ({
        href,
        title: `${title} · API reference`,
        body: await ResourcePage({ params: Promise.resolve({ resource: path.basename(href) }) }),
      })),
    )),
    ...guides.map(({ file }) => ({
      href: guideHref(file),
      title: titles.get(file) ?? file,
      body: (
        <article
          className="guide"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: the guides are ours.
          dangerouslySetInnerHTML={{ __html: renderGuide(file) }}
        />
      ),
    })),
    {
      href: SEARCH,
      title: "Search the documentation",
      body: (
        <>
          <PageHeader title="Search the documentation">
            <p role="status">Type words, such as “exit status” or “escalation”.</p>
          </PageHeader>
          <ol id="results" className="grid" />
        </>
      ),
    },
  ];
  const passages = [
    ...docsIndex(),
    ...guides.flatMap(({ file, text }) => splitPassages(guideHref(file), text)),
  ].map((passage) => {
    const [href = "", id] = passage.href.split("#");
    return { ...passage, href: `${nameFile(href)}${id ? `#${id}` : ""}` };
  });
  const html = new Map(
    pages.map((page) => [nameFile(page.href), relativeLinks(renderPage(page, groups), nameFile(page.href))]),
  );
  const broken = findBrokenLinks(html, ASSETS);
  if (broken.length > 0) throw new Error(`These links lead nowhere:\n${broken.join("\n")}`);
  for (const [file, text] of html) {
    makeFolder(path.join(folder, path.dirname(file)));
    writeFileSync(path.join(folder, file), text);
  }
  for (const { href, to } of FORMER_PAGES) {
    const file = nameFile(href);
    const link = relativeLinks(`<a href="${to}">This page has moved.</a>`, file);
    const refresh = link.replace('<a href="', '<meta http-equiv="refresh" content="0; url=').split(">")[0];
    makeFolder(path.join(folder, path.dirname(file)));
    writeFileSync(path.join(folder, file), `<!doctype html>${refresh}>${link}`);
  }
  // A script and not JSON: pages that are opened from disk may not fetch.
  writeFileSync(path.join(folder, "search-index.js"), `globalThis.passages=${JSON.stringify(passages)}`);
  console.log(`${html.size} pages in ${folder}`);
}

await exportSite(process.argv[2] ?? "site");
