import clsx from "clsx";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { causeTitle } from "@/components/incidents/cause-line";
import { IncidentBand } from "@/components/incidents/incident-band";
import { Message } from "@/components/message";
import { InZone, Time } from "@/components/time";
import { Button } from "@/components/ui/button";
import { Check } from "@/components/ui/icons";
import { INPUT } from "@/components/ui/input";
import { ZoneNote } from "@/components/zone-note";
import { type ActionPage, findIncidentAction } from "@/lib/incidents/link-actions";
import { findOpenTime } from "@/lib/maintenance/incident-figures";
import { isAsked } from "@/lib/rules/incidents/acknowledgement";
import { TextLink } from "../../text-link";

export const metadata: Metadata = {
  title: "Incident",
  referrer: "no-referrer",
  robots: { index: false, follow: false },
};

const MAX_LINES = 12;

/** An incident, for the person or the readers of the channel that got the link. Opening it changes nothing: mail scanners open every link. */
export default async function LinkPage({ params }: { params: Promise<{ token: string }> }) {
  const { token } = await params;
  const now = new Date();
  const page = await findIncidentAction(token, now);
  if (!page) notFound();
  const content = await renderContent(page, token, now);
  return page.person ? <InZone zone={page.zone}>{content}</InZone> : content;
}

async function renderContent(page: ActionPage, token: string, now: Date) {
  const { caseId, caseName, incident } = page;
  const { snitch } = incident;
  const incidentUrl = `/${caseId}/incidents/${incident.id}`;
  if (page.needsSignIn)
    return (
      <>
        <Title>
          <bdi>{snitch.name}</bdi>
        </Title>
        <p className="text-ink-quiet">
          Since <Time at={incident.openedAt} near={now} />. This case requires a second factor. Sign in to see
          more.
        </p>
        <p>
          <TextLink href={incidentUrl}>Sign in and open the incident</TextLink>
        </p>
        <ZoneNote className="text-sm text-ink-quiet" />
      </>
    );
  const openTime = await findOpenTime(caseId, incident, now);
  return (
    <>
      <div className="grid gap-1">
        <p className="text-sm wrap-anywhere text-ink-quiet">
          <bdi>{caseName}</bdi>
        </p>
        <Title>
          <bdi>{snitch.name}</bdi>: {causeTitle(incident)}
        </Title>
      </div>
      <IncidentBand incident={incident} openTime={openTime} now={now}>
        <Message text={incident.reported.message} maxLines={MAX_LINES} />
      </IncidentBand>
      {!incident.closedAt && <Actions {...page} token={token} now={now} />}
      <div className="grid gap-2 text-sm text-ink-quiet">
        <p>
          <TextLink href={incidentUrl}>Open the incident</TextLink> (sign-in required)
        </p>
        <ZoneNote />
      </div>
    </>
  );
}

const Title = ({ children }: { children: React.ReactNode }) => (
  <h1 className="text-xl font-semibold wrap-anywhere">{children}</h1>
);

/** A plain form, which works before and without scripts. */
function Actions({
  token,
  now,
  mayAct,
  incident,
  person,
  channel,
  morning,
}: ActionPage & { token: string; now: Date }) {
  if (!mayAct)
    return (
      <p className="text-sm text-ink-quiet">
        As a viewer you can read this. Members of the case can acknowledge it.
      </p>
    );
  if (incident.acknowledgedAt && !isAsked(incident)) return null;
  return (
    <form method="post" action={`/i/answer/${token}`} className="grid grid-cols-2 gap-2">
      {channel && (
        <label className="col-span-2 grid gap-1 pb-2 text-sm font-medium">
          Your name
          <input name="name" required maxLength={100} autoComplete="name" className={clsx(INPUT, "h-12")} />
        </label>
      )}
      <Button
        type="submit"
        name="answer"
        value="acknowledge"
        look="primary"
        className="col-span-2 h-12 text-base"
      >
        <Check aria-hidden />
        {isAsked(incident) ? "Still on it" : "Acknowledge"}
      </Button>
      <Button type="submit" name="answer" value="snooze_hour" className="h-12">
        Snooze 1 h
      </Button>
      {person ? (
        <Button type="submit" name="answer" value="snooze_morning" className="h-12">
          <span>
            Until morning
            <span className="block text-xs font-normal text-ink-quiet">
              <Time at={morning} near={now} isTabStop={false} />
            </span>
          </span>
        </Button>
      ) : (
        <Button type="submit" name="answer" value="snooze_8_hours" className="h-12">
          Snooze 8 h
        </Button>
      )}
      <p className="col-span-2 pt-1 text-sm wrap-anywhere text-ink-quiet">
        Acting as {person?.email ?? `a reader of ${channel?.name}`}. No reminders are sent once you
        acknowledge, until it resolves or gets worse.
      </p>
    </form>
  );
}
