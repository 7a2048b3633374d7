import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";
import { SettingTables } from "./setting-tables";

export const metadata = readMetadata(text);

export default function Channels() {
  return <MarkdownPage text={text} values={{ settings: <SettingTables /> }} />;
}
