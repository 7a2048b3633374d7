import { expect, test } from "vitest";
import { safeRedirect } from "./safe-redirect";

test.each([
  ["/01a1/snitches/c0ffee?tag=db", "/01a1/snitches/c0ffee?tag=db"],
  ["/", "/"],
])("after signing in, %s leads to %s", (to, path) => expect(safeRedirect(to)).toBe(path));

test.each([
  ["another site", "https://evil.test/"],
  ["another site without its scheme", "//evil.test/"],
  ["another site, in browsers that read a backslash as a slash", "/\\evil.test/"],
  ["another site behind a tab", "/\t/evil.test/"],
  ["another site behind a dot", "/.//evil.test/"],
  ["another site behind percent-encoded dots", "/a/%2e%2e//evil.test/"],
  ["a script", "javascript:alert(1)"],
  ["nothing", undefined],
  ["a list", ["/a", "/b"]],
])("signing in never leads to %s", (_, to) => expect(safeRedirect(to)).toBe("/"));
