import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { Markdown, MarkdownPage, readMetadata } from "./markdown";

type Values = React.ComponentProps<typeof Markdown>["values"];

/** Without classes and copy buttons. */
const html = (text: string, values?: Values) =>
  renderToStaticMarkup(<Markdown text={text} values={values} />)
    .replaceAll(/ class="[^"]*"/g, "")
    .replaceAll(/<button.*?<\/button>/g, "");

test.each([
  ["## Periods", '<h2 id="periods">Periods</h2>'],
  ["Any `s`\nbut `0`.", "<p>Any <code>s</code>\nbut <code>0</code>.</p>"],
  ["- one\n- `two`\n  lines", "<ul><li>one</li><li><code>two</code>\nlines</li></ul>"],
  ["1. one\n2. two", "<ol><li>one</li><li>two</li></ol>"],
  ["a < b & ann\\@example.com", "<p>a &lt; b &amp; ann@example.com</p>"],
])("the text %j is shown as %s", (text, expected) => {
  expect(html(text)).toBe(expected);
});

test("code has a button that names what it copies", () => {
  const text = "```sh the command\ncurl {{url}}\n```";
  expect(html(text, { url: "http://x" })).toContain("<code>curl http://x</code>");
  expect(renderToStaticMarkup(<Markdown text={text} values={{ url: "" }} />)).toContain(
    " the command</span>",
  );
});

test("a table is named by the comment above it, and code that fills a cell needs no frame", () => {
  const shown = html("<!-- Answers -->\n| Status | Meaning |\n|---|---|\n| `202` | said as `ok` |");
  expect(shown).toContain('<table aria-label="Answers">');
  expect(shown).toContain("<td>202</td><td>said as <code>ok</code></td>");
});

test("a value stands in the text, and a component stands between paragraphs", () => {
  const values = { limit: 100, example: <hr />, absent: false };
  expect(html("Up to {{limit}}.\n\n{{example}}\n\n{{absent}}", values)).toBe("<p>Up to 100.</p><hr/>");
});

test.each([
  ["{{nothing}} is missing", "{{nothing}} has no value."],
  ["> quoted", "Pages have no blockquote"],
  ["**bold**", "Pages have no strong"],
])("%j is refused: a page would not look as meant", (text, message) => {
  expect(() => html(text)).toThrow(message);
});

const pages = readdirSync("app/docs", { encoding: "utf8", recursive: true })
  .filter((file) => file.endsWith("page.md"))
  .map((file) => `app/docs/${file}`);

test("each page has its title, and nothing that is refused", () => {
  expect(pages.length).toBeGreaterThan(10);
  for (const page of pages) {
    const text = readFileSync(page, "utf8");
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => [name, "x"]);
    const shown = renderToStaticMarkup(<MarkdownPage text={text} values={Object.fromEntries(names)} />);
    expect(shown).toContain(`${readMetadata(text).title}</h1>`);
  }
});
