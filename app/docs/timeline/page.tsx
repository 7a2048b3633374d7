import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Timeline() {
  return <MarkdownPage text={text} />;
}
