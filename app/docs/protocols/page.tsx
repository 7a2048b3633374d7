import { env } from "@/lib/platform/env";
import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Protocols() {
  const { APP_URL, CHECK_IN_URL } = env;
  return <MarkdownPage text={text} values={{ APP_URL, CHECK_IN_URL }} />;
}
