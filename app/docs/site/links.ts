import path from "node:path/posix";

/** The file of an address below `/docs`, in the folder of the site. */
export const nameFile = (href: string) => {
  const name = href.replace(/^\/docs\/?/, "");
  if (name === "") return "index.html";
  return path.extname(name) ? name : `${name}.html`;
};

const LINK = /(\s(?:href|src|action)=")(\/[^"#?]*)([^"]*")/g;

/** Makes the links of a page relative, so that they work from disk and under any path. Those to the product lead nowhere. */
export const relativeLinks = (html: string, file: string) =>
  html.replaceAll(LINK, (all, before, href, after) => {
    if (!/^\/docs(?:\/|$)/.test(href)) return all;
    return `${before}${path.relative(path.dirname(file), nameFile(href))}${after}`;
  });

/** The links of the pages that lead to no page or to no id, as `file: link`. `pages`: HTML by file; `assets`: the other files. */
export function findBrokenLinks(pages: Map<string, string>, assets: string[]): string[] {
  return [...pages].flatMap(([file, html]) =>
    [...html.matchAll(/\s(?:href|src|action)="([^"]*)"/g)].flatMap(([, link = ""]) => {
      if (/^(?:[a-z]+:)/.test(link)) return [];
      const [target = "", id] = link.split("#");
      const to = target === "" ? file : path.join(path.dirname(file), target);
      const page = pages.get(to);
      const isFound = page ? !id || page.includes(` id="${decodeURIComponent(id)}"`) : assets.includes(to);
      return isFound ? [] : [`${file}: ${link}`];
    }),
  );
}
