import { SnippetTabs } from "@/components/snitches/check-in-snippets";
import { runSnippetsFor } from "@/components/snitches/run-snippets";
import { snippetTimes } from "@/components/snitches/snippet-times";
import { env } from "@/lib/platform/env";
import { SIGNALS_PER_MINUTE } from "@/lib/rules/rate-limit";
import { MAX_CHECKS } from "@/lib/rules/runs/checks";
import { MAX_RUNNING } from "@/lib/rules/runs/run";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { MarkdownPage, readMetadata } from "../markdown";
import text from "./page.md";

export const metadata = readMetadata(text);

export default function Runs() {
  const url = `${env.CHECK_IN_URL}/c0ffee1234abcd56`;
  const snippets = runSnippetsFor(url, snippetTimes(calendarTerms("daily")));
  const values = {
    examples: <SnippetTabs label="Where the job runs" snippets={snippets} />,
    MAX_RUNNING,
    MAX_CHECKS,
    SIGNALS_PER_MINUTE,
    whatIsKept:
      env.OUTPUT_LIMIT > 0
        ? `The last ${env.OUTPUT_LIMIT.toLocaleString("en")} bytes are kept`
        : "This installation keeps none",
  };
  return <MarkdownPage text={text} values={values} />;
}
