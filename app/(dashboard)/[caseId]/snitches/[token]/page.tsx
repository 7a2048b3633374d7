import type { Metadata } from "next";
import { ConfirmByTyping } from "@/components/confirm-by-typing";
import { favicon } from "@/components/favicon";
import { Live } from "@/components/live";
import { Section } from "@/components/section";
import { ArrivalsChart } from "@/components/snitches/arrivals-chart";
import { CheckInSnippets } from "@/components/snitches/check-in-snippets";
import { DaysChart } from "@/components/snitches/days-chart";
import { HistoryStrip } from "@/components/snitches/history-strip";
import { historySentence } from "@/components/snitches/history-words";
import { SmartNote } from "@/components/snitches/smart-note";
import { smartSentence } from "@/components/snitches/smart-sentence";
import { snippetsFor } from "@/components/snitches/snippets";
import { SnitchFields } from "@/components/snitches/snitch-fields";
import { SnitchKeys } from "@/components/snitches/snitch-keys";
import { statusLabel } from "@/components/snitches/status-badge";
import { CopyField } from "@/components/ui/copy-field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { may } from "@/lib/cases/roles";
import { countDays } from "@/lib/check-ins/days";
import { listTimeline } from "@/lib/check-ins/timeline";
import { env } from "@/lib/platform/env";
import { type Interval, isMinutes } from "@/lib/rules/interval";
import { usualArrival } from "@/lib/rules/smart-deadline";
import { listArrivals } from "@/lib/snitches/arrivals";
import { listBars } from "@/lib/snitches/history";
import type { Query } from "../../filters";
import { defaultRecipients } from "../../snitch-form";
import { checkInNowAction, removeSnitchAction, updateSnitchAction } from "./actions";
import { SnitchHeader } from "./header";
import { loadSnitch, type SnitchParams } from "./load-snitch";
import { parseTimelineFilter, TimelineSection } from "./timeline-section";

const ENTRIES_ON_A_PAGE = 25;
/** Short intervals show a shorter time: a job that runs every minute has more check-ins in a day than others in months. */
const HISTORY_LENGTH = { minutes: { bars: 24, days: 14 }, longer: { bars: 48, days: 30 } };

export async function generateMetadata({ params }: { params: SnitchParams }): Promise<Metadata> {
  const { caseId, token } = await params;
  const { snitch, theCase } = await loadSnitch(caseId, token);
  const isDown = snitch.status === "failed" || snitch.status === "errored";
  if (!isDown) return { title: `${snitch.name} · ${theCase.name}` };
  return {
    title: { absolute: `▲ ${statusLabel(snitch.status)}: ${snitch.name} · ${theCase.name}` },
    icons: { icon: favicon("alarmed") },
  };
}

type SnitchPageProps = { params: SnitchParams; searchParams: Promise<Query> };

export default async function SnitchPage({ params, searchParams }: SnitchPageProps) {
  const { caseId, token } = await params;
  const query = await searchParams;
  const { theCase, role, snitch } = await loadSnitch(caseId, token);
  const now = new Date();
  const filter = parseTimelineFilter(query.show);
  const after = typeof query.after === "string" ? query.after : undefined;
  const historyLength = HISTORY_LENGTH[isMinutes(snitch.interval) ? "minutes" : "longer"];
  const chartPeriods = countChartPeriods(snitch.interval);
  const [timeline, bars, arrivals, days] = await Promise.all([
    listTimeline(snitch.id, filter, ENTRIES_ON_A_PAGE, after),
    listBars(snitch, historyLength.bars, now),
    chartPeriods > 0 ? listArrivals(snitch, chartPeriods, now) : [],
    countDays(snitch.id, historyLength.days, now),
  ]);
  const periodMs = arrivals[0] ? arrivals[0].end.getTime() - arrivals[0].start.getTime() : 0;
  const snitchUrl = `/${theCase.id}/snitches/${token}`;
  const checkInUrl = `${env.CHECK_IN_URL}/${token}`;

  return (
    <>
      <SnitchHeader theCase={theCase} role={role} snitch={snitch} now={now} />
      <div className="grid gap-2 pb-6">
        <HistoryStrip bars={bars} sentence={historySentence(bars)} />
        {snitch.alertType === "smart" && <SmartNote sentence={smartSentence(snitch, now)} />}
      </div>
      <Section title="Check in" className="print:hidden">
        <CopyField label="Check-in URL" value={checkInUrl} what="the check-in URL" hotkey="y" />
        <details open={snitch.status === "pending"}>
          <summary className="w-fit py-1 text-sm text-ink-quiet hover:text-ink">
            How to check in from a job
          </summary>
          <div className="grid grid-cols-[minmax(0,1fr)] pt-3">
            <CheckInSnippets snippets={snippetsFor(checkInUrl, snitch.interval)} />
          </div>
        </details>
        {may(role, "manage_snitches") && (
          <Form action={checkInNowAction.bind(null, theCase.id, token)} className="grid gap-2">
            <div className="flex items-center gap-3">
              <Submit look="plain" busy="Checking in…">
                Check In Now
              </Submit>
              <Saved>Checked in.</Saved>
            </div>
          </Form>
        )}
      </Section>
      {snitch.status !== "pending" && (
        <Section title="Habits">
          <div className="grid gap-6 sm:grid-cols-2">
            {arrivals.length > 0 && (
              <ArrivalsChart
                arrivals={arrivals}
                usualArrival={snitch.alertType === "smart" ? usualArrival(snitch, periodMs) : null}
              />
            )}
            <DaysChart days={days} />
          </div>
        </Section>
      )}
      <TimelineSection snitchUrl={snitchUrl} filter={filter} isFirstPage={!after} {...timeline} now={now} />
      {may(role, "manage_snitches") && (
        <>
          <Section title="Settings" className="print:hidden">
            <Form action={updateSnitchAction.bind(null, theCase.id, token)} className="grid max-w-xl gap-5">
              <SnitchFields now={now} otherwise={defaultRecipients(theCase)} snitch={snitch} />
              <div className="flex items-center gap-3">
                <Submit busy="Saving…">Save Changes</Submit>
                <Saved />
              </div>
            </Form>
          </Section>
          <Section title="Delete" className="print:hidden">
            <p className="max-w-prose text-ink-quiet">
              Its history is deleted too, and its check-in URL stops working.
            </p>
            <div>
              <ConfirmByTyping
                title="Delete this snitch?"
                expected={snitch.name}
                label="Name"
                name="name"
                verb="Delete Snitch"
                action={removeSnitchAction.bind(null, theCase.id, token)}
              >
                Its history is deleted too, and its check-in URL stops working.
              </ConfirmByTyping>
            </div>
          </Section>
        </>
      )}
      <SnitchKeys caseId={theCase.id} token={token} name={snitch.name} />
      <Live caseId={theCase.id} />
    </>
  );
}

/** How many periods the chart of arrivals shows. 0 means no chart: intervals of minutes have no usual time of arrival. */
function countChartPeriods(interval: Interval): number {
  if (isMinutes(interval)) return 0;
  if (interval === "monthly") return 24;
  if (interval === "weekly") return 26;
  return interval === "daily" ? 56 : 168;
}
