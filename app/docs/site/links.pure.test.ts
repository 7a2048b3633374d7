import { expect, test } from "vitest";
import { findBrokenLinks, nameFile, relativeLinks } from "./links";

test.each([
  ["/docs", "index.html"],
  ["/docs/runs", "runs.html"],
  ["/docs/api/snitches", "api/snitches.html"],
  ["/docs/site.css", "site.css"],
])("%s is the file %s", (href, file) => {
  expect(nameFile(href)).toBe(file);
});

test("links within the documentation are relative, with their anchors; others stay", () => {
  const html = `<a href="/docs"></a><a href="/docs/api/runs#list"></a><a href="/sign-in"></a><a href="https://a.test/docs/x"></a>`;
  expect(relativeLinks(html, "api/snitches.html")).toBe(
    `<a href="../index.html"></a><a href="runs.html#list"></a><a href="/sign-in"></a><a href="https://a.test/docs/x"></a>`,
  );
});

test("a link to no page, to no id or to the product is broken", () => {
  const pages = new Map([
    ["index.html", `<h2 id="one"></h2><a href="#one"></a><a href="a/b.html#two"></a><a href="a/c.html"></a>`],
    ["a/b.html", `<a href="../site.css"></a><a href="../index.html#none"></a><a href="/sign-in"></a>`],
  ]);
  expect(findBrokenLinks(pages, ["site.css"])).toEqual([
    "index.html: a/b.html#two",
    "index.html: a/c.html",
    "a/b.html: ../index.html#none",
    "a/b.html: /sign-in",
  ]);
});
