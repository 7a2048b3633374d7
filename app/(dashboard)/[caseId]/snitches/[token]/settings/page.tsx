import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { Section } from "@/components/section";
import { SettingRow } from "@/components/setting-row";
import { DuplicateLink } from "@/components/snitches/duplicate-link";
import { timeFormats } from "@/components/time-formats";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { may } from "@/lib/cases/roles";
import { listNotEmailed } from "@/lib/emails/recipients/list";
import { findEscalation } from "@/lib/incidents/policies";
import { presentFilters } from "@/lib/snitches/filter-attributes";
import * as sentences from "@/lib/snitches/settings/sentences";
import { loadAlertingChoices } from "../../forms/load-alerting-choices";
import { isSectionName, SECTIONS, type SectionName } from "../../forms/sections";
import { defaultRecipients, recipientNotes } from "../../forms/snitch-form";
import { updateSnitchAction } from "../actions";
import { DELETE_WARNING, DeleteSnitch } from "../delete-snitch";
import { SnitchFrame } from "../frame";
import { loadSnitch, type SnitchParams } from "../load-snitch";
import { ReplayLink } from "../replay/replay-link";
import { SectionFields } from "./section-fields";

type SettingsPageProps = { params: SnitchParams; searchParams: Promise<{ edit?: unknown }> };

async function load({ params, searchParams }: SettingsPageProps) {
  const [{ caseId, token }, { edit }] = await Promise.all([params, searchParams]);
  const edited = isSectionName(edit) ? edit : undefined;
  const loaded = await loadSnitch(caseId, token, `/settings${edited ? `?edit=${edited}` : ""}`);
  return { ...loaded, edited };
}

export async function generateMetadata(props: SettingsPageProps): Promise<Metadata> {
  const { snitch, theCase } = await load(props);
  return { title: `Settings of ${snitch.name} · ${theCase.name}` };
}

export default async function SnitchSettingsPage(props: SettingsPageProps) {
  const { edited, ...loaded } = await load(props);
  const { theCase, role, snitch } = loaded;
  const now = new Date();
  const mayEdit = may(role, "manage_snitches");
  const snitchUrl = `/${theCase.id}/snitches/${snitch.token}`;
  const { display } = await currentReader();
  const [notEmailed, alerting, escalation] = await Promise.all([
    // An empty list represents every member.
    edited === "alerts" && snitch.alertEmail.length > 0 ? listNotEmailed(theCase.id, snitch.alertEmail) : [],
    loadAlertingChoices(theCase.id, snitch),
    findEscalation(snitch),
  ]);
  const recipients = defaultRecipients(theCase);
  const says: Record<SectionName, string> = {
    name: snitch.name,
    schedule: sentences.scheduleSentence(snitch),
    alerts: sentences.alertsSentence(snitch, { ...alerting, escalation, defaultRecipients: recipients }),
    reminders: sentences.remindersSentence(snitch.remindEvery),
    runs: sentences.runsSentence(snitch),
    keywords: sentences.keywordsSentence(presentFilters(snitch.filters)),
    details: sentences.detailsSentence(snitch),
    suggestions: sentences.suggestionsSentence(snitch.silenced),
  };
  const names = (Object.keys(SECTIONS) as SectionName[]).filter(
    (name) => name !== "suggestions" || snitch.silenced.length > 0 || edited === name,
  );
  return (
    <SnitchFrame {...loaded} tab="/settings" now={now}>
      <TimeZoneList first={display.zone} />
      <Section
        title="Settings"
        className="max-w-3xl border-t-0 pt-0 print:hidden"
        aside={
          <span className="flex flex-wrap items-center gap-x-4">
            {mayEdit && (
              <>
                <DuplicateLink caseId={theCase.id} token={snitch.token} />
                <ButtonLink href={`/${theCase.id}/status-pages?snitch=${snitch.token}#badges`} look="bare">
                  Badge
                </ButtonLink>
              </>
            )}
            {snitch.status !== "pending" && <ReplayLink snitchUrl={snitchUrl} />}
          </span>
        }
      >
        {snitch.setBy && <SetByCheckIns source={SOURCES[snitch.setBy]} />}
        <div>
          {names.map((name) => (
            <SettingRow
              key={name}
              id={name}
              title={SECTIONS[name].title}
              sentence={<bdi>{says[name]}</bdi>}
              fields={SECTIONS[name].attributes}
              action={updateSnitchAction.bind(null, theCase.id, snitch.token, name)}
              path={`${snitchUrl}/settings`}
              edited={edited}
              mayChange={mayEdit}
            >
              <SectionFields
                name={name}
                snitch={snitch}
                alerting={alerting}
                defaultRecipients={recipients}
                recipientNotes={recipientNotes(notEmailed, timeFormats(display).date)}
                zone={display.zone}
                now={now}
              />
            </SettingRow>
          ))}
        </div>
      </Section>
      {mayEdit && (
        <Section title="Delete" className="print:hidden">
          <p className="max-w-prose text-ink-quiet">{DELETE_WARNING}</p>
          <div>
            <DeleteSnitch caseId={theCase.id} snitch={snitch} />
          </div>
        </Section>
      )}
    </SnitchFrame>
  );
}

const SOURCES = { sentry: "Sentry", cronitor: "Cronitor" };

/** Warns that the next check-in overwrites these settings. */
const SetByCheckIns = ({ source }: { source: string }) => (
  <p className="max-w-prose rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm">
    The schedule and the limits come with the job’s check-ins, through the protocol of {source}. Change them
    in the job: its next check-in overwrites what you change here.
  </p>
);
