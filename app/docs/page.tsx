import { env } from "@/lib/platform/env";
import { MarkdownPage, readMetadata } from "./markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function FirstSnitch() {
  return <MarkdownPage text={text} values={{ url: `${env.CHECK_IN_URL}/c0ffee1234abcd56` }} />;
}
