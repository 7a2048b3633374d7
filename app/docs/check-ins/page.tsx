import { CheckInSnippets } from "@/components/snitches/check-in-snippets";
import { snippetTimes } from "@/components/snitches/snippet-times";
import { snippetsFor } from "@/components/snitches/snippets";
import { env } from "@/lib/platform/env";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { Markdown, MarkdownPage, readMetadata } from "../markdown";
import byEmail from "./by-email.md";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function CheckIns() {
  const url = `${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  const values = {
    url,
    examples: <CheckInSnippets snippets={snippetsFor(url, snippetTimes(calendarTerms("daily")))} />,
    byEmail: env.MAIL_IN_PORT !== undefined && (
      <Markdown text={byEmail} values={{ domain: env.MAIL_IN_DOMAIN }} />
    ),
  };
  return <MarkdownPage text={text} values={values} />;
}
