import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";
import { Periods } from "./periods";

export const metadata = readMetadata(text);

export default function Intervals() {
  return <MarkdownPage text={text} values={{ periods: <Periods now={new Date()} /> }} />;
}
