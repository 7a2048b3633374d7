import type { Fact, MailContent } from "./content";

export type Rendered = { subject: string; html: string; text: string };

/** Renders the HTML and the text part of an email. */
export async function renderContent(content: MailContent): Promise<Rendered> {
  // Imported with the first email, because React takes 12 MB, which only workers need.
  const { renderHtml } = await import("./layout");
  return { subject: content.subject, html: await renderHtml(content), text: renderText(content) };
}

/** The plain-text part of an email. */
function renderText(content: MailContent): string {
  const {
    about,
    badge,
    title,
    lead,
    facts = [],
    quotes = [],
    button,
    otherButtons = [],
    closing,
    footnotes = [],
  } = content;
  const heading = badge ? `${badge.mark} ${badge.label}: ${title}` : title;
  const labelWidth = Math.max(...facts.map(({ label }) => label.length));
  return [
    about ? `${heading}\n${about}` : heading,
    lead,
    facts.map((fact) => `${fact.label.padEnd(labelWidth)}  ${factText(fact)}`).join("\n"),
    ...quotes.map(({ label, body }) => `${label}:\n\n${quoted(body)}`),
    [button, ...otherButtons].map(({ label, url }) => `${label}: ${url}`).join("\n"),
    ...[closing, ...footnotes].map(({ words: text, link }) =>
      link ? `${text} ${link.label}: ${link.url}` : text,
    ),
  ]
    .filter((paragraph) => paragraph !== "")
    .join("\n\n")
    .concat("\n");
}

const factText = ({ value, url }: Fact) => (url && url !== value ? `${value} ${url}` : value);

/** Marks every line, so that a user's text cannot be mistaken for Tattle's. */
const quoted = (body: string) => body.replace(/^/gm, "> ").replace(/ +$/gm, "");
