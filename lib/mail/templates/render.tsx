import { render } from "react-email";
import type { MailContent } from "./content";
import { Layout } from "./layout";
import { textOf } from "./text";

export type Rendered = { subject: string; html: string; text: string };

/** Renders the HTML and the text part of an e-mail. */
export async function renderContent(content: MailContent): Promise<Rendered> {
  return {
    subject: content.subject,
    html: await render(<Layout content={content} />),
    text: textOf(content),
  };
}
