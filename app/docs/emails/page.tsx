import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Emails() {
  return <MarkdownPage text={text} />;
}
