import { MAX_COUNTED } from "@/lib/history/monthly-report";
import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Reports() {
  return <MarkdownPage text={text} values={{ MAX_COUNTED: MAX_COUNTED.toLocaleString("en") }} />;
}
