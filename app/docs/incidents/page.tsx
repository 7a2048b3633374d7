import { MAX_SNOOZE_DAYS } from "@/lib/rules/incidents/snooze-range";
import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Incidents() {
  return <MarkdownPage text={text} values={{ MAX_SNOOZE_DAYS }} />;
}
