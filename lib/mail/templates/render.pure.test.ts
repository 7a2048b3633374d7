import fc from "fast-check";
import { expect, test } from "vitest";
import type { MailContent } from "./content";
import { renderContent } from "./render";

const url = "https://tattle.test/acme/snitches/ab12";

const someContent = (given: Partial<MailContent> = {}): MailContent => ({
  subject: "■ Errored: Nightly backup",
  about: "Acme",
  badge: { tone: "errored", mark: "■", label: "Errored" },
  title: "Nightly backup",
  lead: "It reported an error.",
  facts: [
    { label: "Exit status", value: "137" },
    { label: "Expected", value: "Daily" },
  ],
  quotes: [{ label: "Last message from the job", body: "out of memory\n  at table 42", as: "output" }],
  button: { label: "Open Snitch", url },
  closing: { words: "To stop these emails,", link: { label: "pause it", url } },
  ...given,
});

test("the text part reads like a plain email", async () => {
  const { text } = await renderContent(someContent());
  expect(text).toBe(`■ Errored: Nightly backup
Acme

It reported an error.

Exit status  137
Expected     Daily

Last message from the job:

> out of memory
>   at table 42

Open Snitch: ${url}

To stop these emails, pause it: ${url}
`);
});

test("an email needs no more than a title, a sentence, a button and a closing", async () => {
  const closing = { words: "You can ignore this email." };
  const bare = { about: undefined, badge: undefined, facts: undefined, quotes: undefined };
  const { html, text } = await renderContent(someContent({ ...bare, title: "Sign in", closing }));
  expect(text).toBe(
    `Sign in\n\nIt reported an error.\n\nOpen Snitch: ${url}\n\nYou can ignore this email.\n`,
  );
  expect(html).toContain("You can ignore this email.");
});

test("HTML and text have the same content", async () => {
  const content = someContent();
  const { html, text } = await renderContent(content);
  const facts = content.facts?.flatMap(({ label, value }) => [label, value]) ?? [];
  for (const sentence of [
    "Acme",
    "Errored",
    "Nightly backup",
    content.lead,
    ...facts,
    "  at table 42",
    "Open Snitch",
    url,
  ]) {
    expect(html).toContain(sentence);
    expect(text).toContain(sentence);
  }
});

test("text written by users never becomes markup", async () => {
  const written = fc.string({
    unit: fc.constantFrom("<", ">", "&", '"', "'", "/", "script", "img", "x", " ", "\n"),
  });
  await fc.assert(
    fc.asyncProperty(written, async (body) => {
      const harmless = await renderContent(
        someContent({ title: "x", about: "x", facts: [{ label: "x", value: "x" }] }),
      );
      const hostile = await renderContent(
        someContent({
          title: body,
          about: `x${body}`,
          facts: [{ label: "x", value: body }],
          quotes: [{ label: "Last message from the job", body, as: "output" }],
        }),
      );
      expect(listTags(hostile.html)).toEqual(listTags(harmless.html));
    }),
    { numRuns: 30 },
  );
});

const listTags = (html: string) => html.replace(/<!--.*?-->/g, "").match(/<[^>]*>/g);

test("an email loads no external resources", async () => {
  const { html } = await renderContent(someContent());
  expect(html).not.toMatch(/<(img|link|script|iframe)|@import|url\(/i);
});

test("in the text part, a user’s lines cannot be mistaken for Tattle’s", async () => {
  const body = "done\n\nOpen Snitch: https://evil.test";
  const { text } = await renderContent(someContent({ quotes: [{ label: "Notes", body, as: "prose" }] }));
  expect(text).toContain("> done\n>\n> Open Snitch: https://evil.test\n");
});
