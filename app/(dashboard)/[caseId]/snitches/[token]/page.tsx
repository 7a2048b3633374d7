import type { Metadata } from "next";
import { redirect } from "next/navigation";
import { currentReader } from "@/app/sign-in/reader";
import { favicon } from "@/components/favicon";
import { IncidentSentences } from "@/components/incidents/incident-sentences";
import { LinkedText } from "@/components/linked-text";
import { OutsideLink } from "@/components/outside-link";
import { CurrentRuns } from "@/components/runs/current-runs";
import { Section } from "@/components/section";
import { Cause } from "@/components/snitches/cause";
import { HistoryPanel } from "@/components/snitches/charts/history-panel";
import { Timeline } from "@/components/snitches/charts/timeline";
import { SmartNote } from "@/components/snitches/fields/smart-note";
import { smartSentence } from "@/components/snitches/fields/smart-sentence";
import { NoEntries } from "@/components/snitches/no-entries";
import { NotEmailedList } from "@/components/snitches/not-emailed";
import { statusLabel } from "@/components/status-badge";
import { timeFormats } from "@/components/time-formats";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { listNotEmailed } from "@/lib/emails/recipients/list";
import { listActivity } from "@/lib/history/list-activity";
import { listBars } from "@/lib/history/list-history";
import { findStatusCause } from "@/lib/history/status-cause";
import type { Entry } from "@/lib/history/timeline-entries";
import { findOpenIncidents } from "@/lib/incidents/list";
import { findPolicyOf } from "@/lib/incidents/policies";
import { findIncidentFigures } from "@/lib/maintenance/incident-figures";
import { env } from "@/lib/platform/env";
import { type HistoryScale, parseHistoryScale } from "@/lib/rules/history/history-scale";
import { MATCHES_EVERY_SNITCH } from "@/lib/rules/incidents/policy";
import { findLastRuns } from "@/lib/runs/list";
import { listRunning } from "@/lib/runs/list-running";
import { isExampleJob } from "@/lib/snitches/example";
import { findOtherZone } from "@/lib/snitches/find-other-zone";
import type { Query } from "../../(list)/filters";
import { askRecipientAction } from "../../ask-recipient";
import { sendAgainAction } from "../../send-again";
import { entryUrl } from "./activity/entry-url";
import { ArrivalsSection } from "./arrivals-section";
import { CheckInSection } from "./check-in-section";
import { ExampleNote } from "./example-note";
import { SnitchFrame } from "./frame";
import { type LoadedSnitch, loadSnitch, type SnitchParams } from "./load-snitch";
import { OtherZone } from "./other-zone";
import { chooseAddresses } from "./recipients-of";
import { ReplayLink } from "./replay/replay-link";
import { Suggestions } from "./suggestions";
import { Verbs } from "./verbs";

const LATEST_ROWS = 10;

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
  const snitchUrl = `/${theCase.id}/snitches/${token}`;
  redirectToActivity(snitchUrl, query);
  const now = new Date();
  const scale = parseHistoryScale(query.history, snitch);
  const recipients = chooseAddresses(snitch, theCase);
  const { display } = await currentReader();
  const [cause, running, lastRuns, activity, { bars, figures }, notEmailed, otherZone, incidents, policy] =
    await Promise.all([
      findStatusCause(snitch),
      snitch.running > 0 ? listRunning(snitch.id) : [],
      findLastRuns([snitch]),
      listActivity(snitch, "all", LATEST_ROWS, now),
      loadHistory(snitch, scale, now),
      listNotEmailed(theCase.id, recipients),
      findOtherZone(snitch, display.zone),
      findOpenIncidents(theCase.id, [snitch.id]),
      findPolicyOf(snitch),
    ]);
  const incident = incidents.get(snitch.id) ?? null;
  const mayManage = may(role, "manage_snitches");
  const isPending = snitch.status === "pending";
  const checkIn = <CheckInSection snitch={snitch} snitchUrl={snitchUrl} mayManage={mayManage} now={now} />;
  const status = (
    <>
      {incident && <IncidentSentences incident={incident} now={now} />}
      <Cause
        status={snitch.status}
        pausedAt={snitch.pausedAt}
        cause={cause}
        now={now}
        snitchUrl={snitchUrl}
      />
      <CurrentRuns running={running} lastRun={lastRuns.get(snitch.id)} now={now} snitchUrl={snitchUrl} />
      {incident && (
        <Link
          href={`/${theCase.id}/incidents/${incident.id}`}
          className="w-fit text-sm underline underline-offset-4 hover:text-ink print:hidden"
        >
          Incident timeline
        </Link>
      )}
      {mayManage && <Verbs caseId={theCase.id} snitch={snitch} incident={incident} now={now} />}
    </>
  );
  return (
    <SnitchFrame theCase={theCase} role={role} snitch={snitch} tab="" now={now} status={status}>
      {isExampleJob(snitch) && mayManage && (
        <ExampleNote
          theCase={theCase}
          snitch={snitch}
          checkInUrl={`${env.CHECK_IN_URL}/${snitch.checkInKey}`}
        />
      )}
      {snitch.url && (
        <p className="max-w-prose pb-6 wrap-anywhere text-ink-quiet">
          <OutsideLink href={snitch.url}>{snitch.url}</OutsideLink>
        </p>
      )}
      {snitch.notes && (
        <p className="max-w-prose pb-6 wrap-anywhere whitespace-pre-wrap text-ink-quiet">
          <LinkedText text={snitch.notes} />
        </p>
      )}
      {policy && (
        <p className="max-w-prose pb-6 wrap-anywhere text-ink-quiet">
          Escalation policy:{" "}
          <Link
            href={`/${theCase.id}/settings/notifications#escalation`}
            className="text-ink underline underline-offset-4"
          >
            {policy.name}
          </Link>
          {policy.because !== MATCHES_EVERY_SNITCH && ` (${policy.because})`}
        </p>
      )}
      {notEmailed.length > 0 && (
        <div className="pb-6">
          <NotEmailedList
            recipients={notEmailed}
            date={timeFormats(display).date}
            isEveryone={notEmailed.length === countAddresses(recipients)}
            now={now}
            askAction={mayManage ? (id) => askRecipientAction.bind(null, theCase.id, id) : undefined}
            sendAgainAction={
              may(role, "change_settings") ? (id) => sendAgainAction.bind(null, theCase.id, id) : undefined
            }
          />
        </div>
      )}
      {isPending && checkIn}
      <div className="grid gap-2 pb-6">
        <HistoryPanel
          addedAt={snitch.createdAt}
          snitchUrl={snitchUrl}
          terms={snitch}
          scale={scale}
          bars={bars}
          incidents={figures}
          display={display}
        />
        {!isPending && <ReplayLink snitchUrl={snitchUrl} />}
        <Suggestions caseId={theCase.id} snitch={snitch} mayManage={mayManage} />
        <OtherZone caseId={theCase.id} snitch={snitch} zone={otherZone} mayManage={mayManage} />
        {snitch.alertType === "smart" && (
          <SmartNote sentence={smartSentence(snitch, now, display)} terms={snitch} />
        )}
      </div>
      <Section id="activity" title="Activity" aside={<AllActivity snitchUrl={snitchUrl} />}>
        {activity.entries.length > 0 ? (
          <Timeline
            entries={activity.entries.map((entry) => withoutOutput(entry, cause.lastReport?.message))}
            now={now}
            buildUrl={(entry) => entryUrl(snitchUrl, entry)}
            caseUrl={`/${theCase.id}`}
            snitchUrl={snitchUrl}
          />
        ) : (
          <NoEntries snitchUrl={snitchUrl} />
        )}
      </Section>
      {!isPending && <ArrivalsSection snitch={snitch} now={now} />}
      {!isPending && checkIn}
    </SnitchFrame>
  );
}

/** The entry without an output that stands in the band above. */
const withoutOutput = (entry: Entry, shown: string | undefined): Entry =>
  "message" in entry && entry.message === shown && shown.trim().includes("\n")
    ? { ...entry, message: "" }
    : entry;

async function loadHistory(snitch: LoadedSnitch, scale: HistoryScale, now: Date) {
  const bars = await listBars(snitch, scale, now);
  return { bars, figures: await findIncidentFigures(snitch, bars[0]?.start ?? now, now) };
}

const AllActivity = ({ snitchUrl }: { snitchUrl: string }) => (
  <Link href={`${snitchUrl}/activity`} className="underline underline-offset-4 hover:text-ink print:hidden">
    All activity
  </Link>
);

/** The activity was on this page once, and links to it are in emails and chats. */
function redirectToActivity(snitchUrl: string, { show, after }: Query) {
  const query = new URLSearchParams();
  if (typeof show === "string") query.set("show", show);
  if (typeof after === "string") query.set("after", after);
  if (query.size > 0) redirect(`${snitchUrl}/activity?${query}`);
}

const countAddresses = (addresses: string[]) =>
  new Set(addresses.map((address) => address.toLowerCase())).size;
