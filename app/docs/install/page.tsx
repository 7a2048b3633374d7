import { env } from "@/lib/platform/env";
import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Install() {
  return <MarkdownPage text={text} values={{ APP_URL: env.APP_URL }} />;
}
