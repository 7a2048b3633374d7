import { SnippetTabs } from "@/components/snitches/check-in-snippets";
import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";
import { VERIFY } from "./verify";

export const metadata = readMetadata(text);

const NOTE = "It fails if the request was not signed by us, or is older than five minutes.";

const snippets = VERIFY.map(({ name, text }) => ({ name, lines: [{ text, note: NOTE }] }));

export default function Webhooks() {
  return (
    <MarkdownPage text={text} values={{ examples: <SnippetTabs label="Language" snippets={snippets} /> }} />
  );
}
