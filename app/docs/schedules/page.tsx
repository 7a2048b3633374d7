import { MIN_RUNS } from "@/lib/replay/advise-grace";
import { MarkdownPage, readMetadata } from "../markdown";
import { Examples } from "./examples";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Schedules() {
  return <MarkdownPage text={text} values={{ examples: <Examples />, MIN_RUNS }} />;
}
