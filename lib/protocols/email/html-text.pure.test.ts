import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { htmlText } from "./html-text";

describe("the text of HTML", () => {
  test.each([
    ["no markup & nothing else", "no markup & nothing else"],
    ["<p>one</p><p>two</p>", "one\n\ntwo"],
    ["one<br>two<BR/>three", "one\ntwo\nthree"],
    ["<h1>Backup failed</h1>", "Backup failed"],
    ["Backup\n   fai<b>led</b>", "Backup failed"],
    ["<table><tr><td>rows</td><td>42</td></tr></table>", "rows 42"],
    ["<pre>a\n  b\n</pre>", "a\n  b"],
    ["<style>p { color: red }</style>x<script>if (a<b) c()</script>y", "xy"],
    ["a<!-- <p>no</p> -->b", "ab"],
    ["a<!-- never ends", "a"],
    ["a<script>never ends", "a"],
    ["a <b never ends", "a"],
    ["2 < 3 <4", "2 < 3 <4"],
    ["&amp;lt; &lt;b&gt; &quot;x&quot; &#39;y&#x27; &nbsp;z", "&lt; <b> \"x\" 'y'  z"],
    ["&Uuml;bertragung &ccedil;a caf&eacute; &szlig; &scaron; &euro;", "Übertragung ça café ß š €"],
    ["&nonsense; &#99999999; &#x110000; &", "&nonsense; \ufffd \ufffd &"],
    ["<!doctype html><html><head><title>no</title></head><body>yes</body></html>", "yes"],
  ])("%s", (html, text) => {
    expect(htmlText(html)).toBe(text);
  });

  test("any text that is escaped comes back, apart from spaces", () => {
    const escaped = (text: string) => text.replace(/[&<>]/g, (character) => `&#${character.charCodeAt(0)};`);
    const spaceless = (text: string) => text.replace(/\s+/g, "");
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), (text) => {
        expect(spaceless(htmlText(`<div>${escaped(text)}</div>`))).toBe(spaceless(text));
      }),
    );
  });

  test("any input gives a text", () => {
    const piece = fc.oneof(
      fc.string({ unit: "binary" }),
      fc.constantFrom(
        "<",
        "<!--",
        "-->",
        "</script",
        "<script>",
        "<pre>",
        "</pre>",
        "&",
        "&#",
        ">",
        "\n",
        "<p",
      ),
    );
    fc.assert(
      fc.property(fc.array(piece), (pieces) => {
        expect(typeof htmlText(pieces.join(""))).toBe("string");
      }),
    );
  });

  test("tags and entities that are called like methods of all objects are as any others", () => {
    expect(htmlText("a <constructor>b</constructor> &valueOf; &xvalueOf; c")).toBe(
      "a b &valueOf; &xvalueOf; c",
    );
  });

  test.each(["<", "&", "&#"])(
    "two megabytes of “%s” are read in linear time, and stay as they are",
    (piece) => {
      const html = piece.repeat(2_000_000 / piece.length);
      expect(htmlText(html) === html).toBe(true);
    },
  );

  test.each(["<!--", "<p", "<script", "<script>", "</", "&#9", "<pre> ", "<p>\n\n\n"])(
    "two megabytes of “%s” are read in linear time, and have no text",
    (piece) => {
      expect(htmlText(piece.repeat(2_000_000 / piece.length))).toBe("");
    },
  );
});
