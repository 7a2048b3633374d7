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
  quotes: [{ label: "What the job last said", body: "out of memory\n  at table 42", as: "output" }],
  button: { label: "Open Snitch", url },
  closing: { words: "To stop these mails,", link: { label: "pause it", url } },
  ...given,
});

test("the text part is what a person would have written", async () => {
  const { text } = await renderContent(someContent());
  expect(text).toBe(`■ Errored: Nightly backup
Acme

It reported an error.

Exit status  137
Expected     Daily

What the job last said:

> out of memory
>   at table 42

Open Snitch: ${url}

To stop these mails, pause it: ${url}
`);
});

test("a letter needs no more than a title, a sentence, a button and a close", async () => {
  const closing = { words: "You can ignore this mail." };
  const bare = { about: undefined, badge: undefined, facts: undefined, quotes: undefined };
  const { html, text } = await renderContent(someContent({ ...bare, title: "Sign in", closing }));
  expect(text).toBe(`Sign in\n\nIt reported an error.\n\nOpen Snitch: ${url}\n\nYou can ignore this mail.\n`);
  expect(html).toContain("You can ignore this mail.");
});

test("HTML and text say the same", async () => {
  const content = someContent();
  const { html, text } = await renderContent(content);
  const facts = content.facts?.flatMap(({ label, value }) => [label, value]) ?? [];
  for (const said of [
    "Acme",
    "Errored",
    "Nightly backup",
    content.lead,
    ...facts,
    "  at table 42",
    "Open Snitch",
    url,
  ]) {
    expect(html).toContain(said);
    expect(text).toContain(said);
  }
});

test("nothing that people write becomes markup", async () => {
  const written = fc.string({
    unit: fc.constantFrom("<", ">", "&", '"', "'", "/", "script", "img", "x", " ", "\n"),
  });
  await fc.assert(
    fc.asyncProperty(written, async (body) => {
      const calm = await renderContent(
        someContent({ title: "x", about: "x", facts: [{ label: "x", value: "x" }] }),
      );
      const wild = await renderContent(
        someContent({
          title: body,
          about: `x${body}`,
          facts: [{ label: "x", value: body }],
          quotes: [{ label: "What the job last said", body, as: "output" }],
        }),
      );
      expect(tagsOf(wild.html)).toEqual(tagsOf(calm.html));
    }),
    { numRuns: 30 },
  );
});

const tagsOf = (html: string) => html.replace(/<!--.*?-->/g, "").match(/<[^>]*>/g);

test("a mail loads nothing from anywhere", async () => {
  const { html } = await renderContent(someContent());
  expect(html).not.toMatch(/<(img|link|script|iframe)|@import|url\(/i);
});

test("other people’s lines cannot pass for ours in the text part", async () => {
  const body = "done\n\nOpen Snitch: https://evil.test";
  const { text } = await renderContent(someContent({ quotes: [{ label: "Notes", body, as: "prose" }] }));
  expect(text).toContain("> done\n>\n> Open Snitch: https://evil.test\n");
});
