import { readFileSync } from "node:fs";
import path from "node:path/posix";
import { Marked, type Tokens } from "marked";
import { headingId, readText } from "@/app/docs/search/passages";
import { escapeHtml } from "@/lib/channel-kinds/details";
import packageJson from "@/package.json" with { type: "json" };

/** The guides of the repository that the site has, by subject. Decisions and what only contributors need are left out. */
export const GUIDES = [
  {
    title: "Operation",
    files: [
      "docs/deployment.md",
      "docs/configuration.md",
      "docs/configuration-as-code.md",
      "docs/scaling.md",
      "docs/own-postgres.md",
      "docs/grafana/README.md",
      "docs/watching-each-other.md",
      "docs/troubleshooting.md",
      "docs/promises.md",
      "SECURITY.md",
    ],
  },
  { title: "Moving here", files: ["docs/comparison.md"] },
  { title: "The API’s specification", files: ["docs/specification.md", "docs/compatibility.md"] },
];

const FILES = new Set(GUIDES.flatMap(({ files }) => files));

/** A page of the documentation that also is a file of the repository. */
const WORKS_WITH = "/docs/works-with";

/** Pages of earlier versions, which now are a part of another. */
export const FORMER_PAGES = [
  "/docs/protocols",
  "/docs/guides/migrating",
  ..."healthchecks sentry uptime-kuma cronitor better-stack dead-mans-snitch checkly honeybadger gatus"
    .split(" ")
    .map((name) => `/docs/guides/migrating/${name}`),
].map((href) => ({ href, to: `${WORKS_WITH}#coming-from` }));

/** The address of a guide: that of a page of the documentation, below `/docs`. */
export const guideHref = (file: string) =>
  `/docs/guides/${file
    .replace(/^docs\//, "")
    .replace(/(?:\/README)?\.md$/, "")
    .toLowerCase()}`;

/** The first line of a guide. */
export const guideTitle = (text: string) => /^# (.+)/.exec(text)?.[1]?.replaceAll("`", "") ?? "";

/** A guide as HTML. Links to files that have no page lead to the repository. */
export function renderGuide(file: string): string {
  const markdown = new Marked({
    renderer: {
      heading(token: Tokens.Heading) {
        return `<h${token.depth} id="${headingId(readText(token))}">${this.parser.parseInline(token.tokens)}</h${token.depth}>\n`;
      },
      table(token: Tokens.Table) {
        const row = (cells: Tokens.TableCell[], tag: string) =>
          `<tr>${cells.map(({ tokens }) => `<${tag}>${this.parser.parseInline(tokens)}</${tag}>`).join("")}</tr>`;
        const body = token.rows.map((cells) => row(cells, "td")).join("");
        return `<div class="wide-table" tabindex="0"><table><thead>${row(token.header, "th")}</thead><tbody>${body}</tbody></table></div>\n`;
      },
      code({ text }: Tokens.Code) {
        return `<pre tabindex="0"><code>${escapeHtml(text)}</code></pre>\n`;
      },
      link({ href, tokens }: Tokens.Link) {
        const text = this.parser.parseInline(tokens);
        const target = resolveLink(file, href);
        return `<a href="${escapeHtml(target)}">${text}</a>`;
      },
    },
  });
  return markdown.parse(readFileSync(file, "utf8"), { async: false });
}

function resolveLink(file: string, href: string): string {
  if (/^[a-z]+:/.test(href) || href.startsWith("#")) return href;
  const [name = "", anchor] = href.split("#");
  const target = path.join(path.dirname(file), name);
  const hash = anchor ? `#${anchor}` : "";
  if (target === "docs/works-with.md") return `${WORKS_WITH}${hash}`;
  if (FILES.has(target)) return `${guideHref(target)}${hash}`;
  return `${packageJson.repository}/blob/main/${target}${hash}`;
}
