import type { Metadata } from "next";
import { favicon } from "@/components/favicon";
import { Live } from "@/components/live";
import { Section } from "@/components/section";
import { ArrivalsChart } from "@/components/snitches/arrivals-chart";
import { DaysChart } from "@/components/snitches/days-chart";
import { HistoryPanel } from "@/components/snitches/history-panel";
import { NotEmailedList } from "@/components/snitches/not-emailed";
import { SmartNote } from "@/components/snitches/smart-note";
import { smartSentence } from "@/components/snitches/smart-sentence";
import { SnitchKeys } from "@/components/snitches/snitch-keys";
import { statusLabel } from "@/components/snitches/status-badge";
import { listNotEmailed } from "@/lib/cases/list-recipients";
import { may } from "@/lib/cases/roles";
import { countDays } from "@/lib/check-ins/days";
import { listTimeline } from "@/lib/check-ins/timeline";
import { parseHistoryScale } from "@/lib/rules/history-scale";
import { type Interval, isMinutes } from "@/lib/rules/interval";
import { usualArrival } from "@/lib/rules/smart-deadline";
import { listArrivals } from "@/lib/snitches/arrivals";
import { listBars } from "@/lib/snitches/history";
import { askRecipientAction } from "../../ask-recipient";
import type { Query } from "../../filters";
import { CheckInSection } from "./check-in-section";
import { SnitchHeader } from "./header";
import { loadSnitch, type SnitchParams } from "./load-snitch";
import { ManagerSections } from "./manager-sections";
import { parseTimelineFilter, TimelineSection } from "./timeline-section";

const ENTRIES_ON_A_PAGE = 25;
/** Short intervals show a shorter time: a job that runs every minute has more check-ins in a day than others in months. */
const CHART_DAYS = { minutes: 14, longer: 30 };

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
  const scale = parseHistoryScale(query.history, snitch);
  const chartPeriods = countChartPeriods(snitch.interval);
  const recipients = recipientsOf(snitch, theCase);
  const [timeline, bars, arrivals, days, notEmailed] = await Promise.all([
    listTimeline(snitch.id, filter, ENTRIES_ON_A_PAGE, after),
    listBars(snitch, scale, now),
    chartPeriods > 0 ? listArrivals(snitch, chartPeriods, now) : [],
    countDays(snitch.id, CHART_DAYS[isMinutes(snitch.interval) ? "minutes" : "longer"], now),
    listNotEmailed(theCase.id, recipients),
  ]);
  const periodMs = arrivals[0] ? arrivals[0].end.getTime() - arrivals[0].start.getTime() : 0;
  const mayManage = may(role, "manage_snitches");
  const snitchUrl = `/${theCase.id}/snitches/${token}`;

  return (
    <>
      <SnitchHeader theCase={theCase} role={role} snitch={snitch} now={now} />
      {notEmailed.length > 0 && (
        <div className="pb-6">
          <NotEmailedList
            recipients={notEmailed}
            isEverybody={notEmailed.length === countAddresses(recipients)}
            now={now}
            askAction={mayManage ? (id) => askRecipientAction.bind(null, theCase.id, id) : undefined}
          />
        </div>
      )}
      <div className="grid gap-2 pb-6">
        <HistoryPanel snitchUrl={snitchUrl} terms={snitch} scale={scale} bars={bars} />
        {snitch.alertType === "smart" && <SmartNote sentence={smartSentence(snitch, now)} />}
      </div>
      <CheckInSection caseId={theCase.id} snitch={snitch} mayManage={mayManage} />
      {snitch.status !== "pending" && (
        <Section title="Patterns">
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
      {mayManage && <ManagerSections theCase={theCase} snitch={snitch} notEmailed={notEmailed} now={now} />}
      <SnitchKeys caseId={theCase.id} token={token} name={snitch.name} />
      <Live caseId={theCase.id} />
    </>
  );
}

/** The addresses outside and inside the case that a snitch’s alerts are meant for. Empty means every member. */
const recipientsOf = (snitch: { alertEmail: string[] }, theCase: { alertEmail: string | null }) =>
  snitch.alertEmail.length > 0 ? snitch.alertEmail : theCase.alertEmail ? [theCase.alertEmail] : [];

const countAddresses = (addresses: string[]) =>
  new Set(addresses.map((address) => address.toLowerCase())).size;

/** How many periods the chart of arrivals shows. 0 means no chart: intervals of minutes have no usual time of arrival. */
function countChartPeriods(interval: Interval): number {
  if (isMinutes(interval)) return 0;
  if (interval === "monthly") return 24;
  if (interval === "weekly") return 26;
  return interval === "daily" ? 56 : 168;
}
