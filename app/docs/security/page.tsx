import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function AccountSecurity() {
  return <MarkdownPage text={text} />;
}
