import type { ComponentType, ReactNode } from "react";
import { SnippetTabs } from "@/components/snitches/snippets/check-in-snippets";
import { runSnippetsFor } from "@/components/snitches/snippets/run-snippets";
import { snippetTimes } from "@/components/snitches/snippets/snippet-times";
import { type Snippet, snippetsFor } from "@/components/snitches/snippets/snippets";
import { env } from "@/lib/platform/env";
import { MIN_RUNS } from "@/lib/replay/advise-grace";
import { MAX_SNOOZE_DAYS } from "@/lib/rules/incidents/snooze-range";
import { SIGNALS_PER_MINUTE } from "@/lib/rules/reports/rate-limit";
import { MAX_CHECKS } from "@/lib/rules/runs/parse-check";
import { MAX_RUNNING } from "@/lib/rules/runs/run";
import { calendarTerms } from "@/lib/rules/schedule/schedule-terms";
import { SettingTables } from "../channels/setting-tables";
import { Periods } from "../intervals/periods";
import { Markdown } from "../markdown";
import { Examples } from "../schedules/examples";
import { CHECK_INS_BY_EMAIL } from "../search/texts";
import { VERIFY } from "../webhooks/verify";
import { EXAMPLE } from "./with-addresses";

const exampleUrl = () => `${env.CHECK_IN_URL}/${EXAMPLE.token}`;
const daily = () => snippetTimes(calendarTerms("daily"));

const NOTE = "It fails if the request was not signed by us, or is older than five minutes.";
const VERIFY_SNIPPETS = VERIFY.map(({ name, text }) => ({ name, lines: [{ text, note: NOTE }] }));

const describeOutputs = () =>
  env.OUTPUT_LIMIT > 0
    ? `The last ${env.OUTPUT_LIMIT.toLocaleString("en")} bytes are kept`
    : "This installation keeps none";

type Snippets = ComponentType<{ label: string; snippets: Snippet[] }>;

/**
 * What replaces `{{name}}` in the texts of all pages: values of this installation and of the code, and components. `Snippets` shows
 * the same in several languages.
 */
export const listValues = (Snippets: Snippets = SnippetTabs): Record<string, ReactNode> => ({
  APP_URL: env.APP_URL,
  CHECK_IN_URL: env.CHECK_IN_URL,
  url: exampleUrl(),
  MAX_CHECKS,
  MAX_RUNNING,
  MAX_SNOOZE_DAYS,
  MIN_RUNS,
  SIGNALS_PER_MINUTE,
  whatIsKept: describeOutputs(),
  byEmail: env.MAIL_IN_PORT !== undefined && (
    <Markdown text={CHECK_INS_BY_EMAIL} values={{ domain: env.MAIL_IN_DOMAIN }} />
  ),
  channelSettings: <SettingTables />,
  checkInExamples: <Snippets label="Where the job runs" snippets={snippetsFor(exampleUrl(), daily())} />,
  periods: <Periods now={new Date()} />,
  runExamples: <Snippets label="Where the job runs" snippets={runSnippetsFor(exampleUrl(), daily())} />,
  scheduleExamples: <Examples />,
  verifyExamples: <Snippets label="Language" snippets={VERIFY_SNIPPETS} />,
});
