import type { MailContent } from "./content";
import { renderText } from "./text";

export type Rendered = { subject: string; html: string; text: string };

/** Renders the HTML and the text part of an email. */
export async function renderContent(content: MailContent): Promise<Rendered> {
  // Imported with the first email, because React takes 12 MB, which only workers need.
  const { renderHtml } = await import("./layout");
  return { subject: content.subject, html: await renderHtml(content), text: renderText(content) };
}
