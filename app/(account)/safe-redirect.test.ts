import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect";

test.each([
  ["/01a1/snitches/c0ffee?tag=db", "/01a1/snitches/c0ffee?tag=db"],
  ["/", "/"],
])("after signing in, %s leads to %s", (to, place) => expect(safeRedirect(to)).toBe(place));

test.each([
  ["another site", "https://evil.test/"],
  ["another site without its scheme", "//evil.test/"],
  ["another site in browsers that turn backslashes round", "/\\evil.test/"],
  ["another site behind a tab", "/\t/evil.test/"],
  ["another site behind a dot", "/.//evil.test/"],
  ["another site behind dots in other words", "/a/%2e%2e//evil.test/"],
  ["a script", "javascript:alert(1)"],
  ["nothing", undefined],
  ["a list", ["/a", "/b"]],
])("%s is never where signing in leads", (_, to) => expect(safeRedirect(to)).toBe("/"));
