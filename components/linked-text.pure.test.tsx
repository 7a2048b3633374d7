import fc from "fast-check";
import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { findLinks } from "./find-links";
import { LinkedText } from "./linked-text";

const hrefsIn = (text: string) => findLinks(text).flatMap(({ href }) => href ?? []);
const html = (text: string) => renderToStaticMarkup(<LinkedText text={text} />);

test.each([
  ["See https://wiki.test/restore.", "https://wiki.test/restore"],
  ["(https://wiki.test/a_(b))", "https://wiki.test/a_(b)"],
  ["[runbook](https://wiki.test/x?a=1&b=2#top)", "https://wiki.test/x?a=1&b=2#top"],
  ["HTTP://WIKI.TEST/x, then", "http://wiki.test/x"],
  ["“https://wiki.test/x”", "https://wiki.test/x"],
  ["http://[::1]:8080/x", "http://[::1]:8080/x"],
  ["https://wiki.test/ä ö", "https://wiki.test/%C3%A4"],
  // A name that looks like another one leads where it says: the address is in Punycode.
  ["https://аpple.test/", "https://xn--pple-43d.test/"],
])("in “%s” there is one link, to %s", (text, href) => {
  expect(hrefsIn(text)).toEqual([href]);
});

test.each([
  "javascript:alert(1)",
  "JaVaScRiPt://https://%0aalert(1)",
  "data:text/html,<script>alert(1)</script>",
  "vbscript:x",
  "mailto:ops@acme.test",
  "ftp://acme.test/",
  "file:///etc/passwd",
  "xhttps://acme.test/",
  "https://",
  "https:// acme.test",
  "https://bank.test@evil.test/",
  "https://ada:secret@acme.test/",
  "//acme.test/x",
  "www.acme.test",
])("%s is not a link", (text) => {
  expect(hrefsIn(text)).toEqual([]);
});

test("an address ends at markup, quotes and characters that no one sees", () => {
  expect(hrefsIn('https://a.test/"onmouseover="alert(1)')).toEqual(["https://a.test/"]);
  expect(hrefsIn("https://a.test/<script>")).toEqual(["https://a.test/"]);
  expect(hrefsIn("https://a.test/\u202Egpj.exe")).toEqual(["https://a.test/"]);
  expect(hrefsIn("https://a.test/\u0000x")).toEqual(["https://a.test/"]);
});

test("a link opens apart from the page, and markup in a text is shown as text", () => {
  expect(html("<b>https://a.test/</b>")).toMatch(
    /^&lt;b&gt;<a href="https:\/\/a\.test\/" target="_blank" rel="noopener noreferrer nofollow"[^>]*>https:\/\/a\.test\/<\/a>&lt;\/b&gt;$/,
  );
});

test("no text loses or gains a character, and every link is http or https", () => {
  const piece = fc.constantFrom(
    "https://",
    "http://a.test/",
    "javascript:",
    "(",
    ")",
    "@",
    ".",
    " ",
    "<",
    '"',
    "x",
  );
  const text = fc.oneof(
    fc.array(piece, { maxLength: 20 }).map((pieces) => pieces.join("")),
    fc.string(),
  );
  fc.assert(
    fc.property(text, (given) => {
      const parts = findLinks(given);
      expect(parts.map((part) => part.text).join("")).toBe(given);
      for (const { href } of parts) if (href) expect(href).toMatch(/^https?:\/\/[^@/]+(\/|$)/);
    }),
  );
});

test("an address of more than 2,000 characters is text", () => {
  const long = (characters: number) => "https://a.test/".padEnd(characters, "x");
  expect(hrefsIn(long(2_000))).toEqual([long(2_000)]);
  expect(hrefsIn(long(2_001))).toEqual([]);
  expect(hrefsIn(`${"https://".repeat(1_250)}${")".repeat(9_000)}`)).toEqual([]);
});
