import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { BackLink, DocsLink, Empty, PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/cases/roles";
import { replayedOn } from "@/lib/replay/days";
import type { SnitchReplay } from "@/lib/replay/replay-snitch";
import { areSameSettings } from "@/lib/rules/incidents/settings";
import { daysUntil } from "@/lib/rules/maintenance/calendar";
import type { Query } from "../../../(list)/filters";
import { loadSnitch, type SnitchParams } from "../load-snitch";
import { DayTable } from "./day-table";
import { DaysNav } from "./days-nav";
import { Problems } from "./problems";
import { DAYS, parseDays, readReplayFields, replayQuery, tryFields } from "./replay-form";
import { Result } from "./result";
import { SettingsForm } from "./settings-form";
import { settledWithin } from "./settled-within";

type ReplayPageProps = { params: SnitchParams; searchParams: Promise<Query> };

const load = async (params: SnitchParams) => {
  const { caseId, token } = await params;
  return loadSnitch(caseId, token, "/replay");
};

export async function generateMetadata({ params }: ReplayPageProps): Promise<Metadata> {
  const { snitch, theCase } = await load(params);
  return { title: `Try settings of ${snitch.name} · ${theCase.name}` };
}

/** If the smallest grace without a false alarm takes longer to find, the page comes without it, and it follows. */
const MAX_WAIT_MS = 500;

/** What would have been alerted with the settings in the query, alongside what was. Without a query, those of the snitch. */
export default async function ReplayPage({ params, searchParams }: ReplayPageProps) {
  const query = await searchParams;
  const { theCase, role, snitch } = await load(params);
  const { display } = await currentReader();
  const now = new Date();
  const path = `/${theCase.id}/snitches/${snitch.token}/replay`;
  const fields = readReplayFields(query, snitch);
  const count = parseDays(query.days);
  const days = daysUntil(now, count, display.zone);
  const { replay, state } = await tryFields(snitch, fields, days[0]?.start ?? now, now);
  const header = <Header name={snitch.name} snitchUrl={`/${theCase.id}/snitches/${snitch.token}`} />;
  if (replay && replay.firstCheckInAt === null) {
    return (
      <>
        {header}
        <NothingToReplay
          isPending={snitch.status === "pending"}
          setupUrl={path.replace(/replay$/, "setup")}
        />
      </>
    );
  }
  const replayed = replay ? replayedOn(days, replay) : [];
  return (
    <>
      {header}
      <TimeZoneList first={display.zone} />
      <DaysNav
        current={count}
        choices={DAYS.map((days) => ({ days, href: buildUrl(path, replayQuery(fields, snitch, days)) }))}
      />
      {replay ? (
        <Result
          snitch={snitch}
          replay={replay}
          days={replayed}
          grace={await settledWithin(replay.smallestGrace, MAX_WAIT_MS)}
          mayManage={may(role, "manage_snitches")}
        />
      ) : (
        <Problems problems={state.validations ?? []} />
      )}
      <Section id="settings" title="Settings to try">
        <SettingsForm
          key={replayQuery(fields, snitch, count)}
          action={path}
          days={count}
          terms={snitch}
          isSmart={fields.alert_type === "smart"}
          ownUrl={
            isOwn(replay) ? null : buildUrl(path, replayQuery(readReplayFields({}, snitch), snitch, count))
          }
          state={state}
          now={now}
        />
      </Section>
      {replay && (
        <Section id="days" title="Day by day">
          <DayTable days={replayed} />
        </Section>
      )}
    </>
  );
}

const isOwn = (replay: SnitchReplay | null) =>
  replay !== null && areSameSettings(replay.settings, replay.ownSettings);

const buildUrl = (path: string, query: string) => (query === "" ? path : `${path}?${query}`);

const Header = ({ name, snitchUrl }: { name: string; snitchUrl: string }) => (
  <>
    <BackLink href={snitchUrl}>
      <bdi className="truncate">{name}</bdi>
    </BackLink>
    <PageHeader title="Try settings on past check-ins">
      See which alerts other settings would have sent. Nothing is changed, and no one is alerted.{" "}
      <DocsLink page="/schedules">How it works</DocsLink>
    </PageHeader>
  </>
);

const NothingToReplay = ({ isPending, setupUrl }: { isPending: boolean; setupUrl: string }) => (
  <Empty title={isPending ? "This snitch has never reported." : "No check-ins of this snitch are stored."}>
    <p>Settings can be tried as soon as its job has checked in.</p>
    <ButtonLink href={setupUrl}>See How to Check In</ButtonLink>
  </Empty>
);
