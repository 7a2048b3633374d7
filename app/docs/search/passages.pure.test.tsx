import { readdirSync, readFileSync } from "node:fs";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { MarkdownPage } from "../markdown";
import { headingId, splitPassages } from "./passages";

const files = readdirSync("app/docs", { encoding: "utf8", recursive: true })
  .filter((file) => file.endsWith("page.md"))
  .map((file) => `app/docs/${file}`);

test("a page is split at its headings, into text without marks", () => {
  const page = [
    "# Check-ins",
    "One request to `url`.",
    "",
    "{{examples}}",
    "",
    "## Exit status",
    "Zero, or {{limit}}.",
    "",
    "- one",
    "- `two`",
    "",
    "<!-- Answers -->",
    "| Status | Meaning |",
    "|---|---|",
    "| `202` | Recorded |",
  ].join("\n");

  expect(splitPassages("/docs/check-ins", page)).toEqual([
    { href: "/docs/check-ins", page: "Check-ins", heading: "Check-ins", text: "One request to url." },
    {
      href: "/docs/check-ins#exit-status",
      page: "Check-ins",
      heading: "Exit status",
      text: "Zero, or …. one two Status · Meaning 202 · Recorded",
    },
  ]);
});

test.each([
  ["Good to know", "good-to-know"],
  ["A job’s output", "a-jobs-output"],
  ["curl, and `wget`!", "curl-and-wget"],
])("the heading “%s” has the id %s", (heading, id) => {
  expect(headingId(heading)).toBe(id);
});

test("on each page, each heading has an id of its own, where its passage leads", () => {
  expect(files.length).toBeGreaterThan(10);
  for (const file of files) {
    const text = readFileSync(file, "utf8");
    const names = [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name = ""]) => [name, "x"]);
    const html = renderToStaticMarkup(<MarkdownPage text={text} values={Object.fromEntries(names)} />);
    const ids = [...html.matchAll(/<h2 id="([^"]*)"/g)].map(([, id]) => id);
    expect(new Set(ids).size, file).toBe(ids.length);
    expect(ids, file).not.toContain("content");
    const anchors = splitPassages("/docs", text).flatMap(({ href }) => href.split("#")[1] ?? []);
    expect(anchors, file).toEqual(ids);
  }
});

test("the search reads the text of each page", () => {
  const read = readFileSync("app/docs/search/texts.ts", "utf8");
  for (const file of files) {
    const address = file.replace(/^app/, "").replace(/\/page\.md$/, "");
    expect(read).toContain(`"../${file.replace("app/docs/", "")}"`);
    expect(read).toContain(`"${address}": `);
  }
});
