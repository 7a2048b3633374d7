import { currentReader } from "@/app/sign-in/reader";
import { Section } from "@/components/section";
import { DuplicateLink } from "@/components/snitches/duplicate-link";
import type { AlertingChoices } from "@/components/snitches/fields/alerting-fields";
import { SilencedFields } from "@/components/snitches/fields/silenced-fields";
import { SnitchFields } from "@/components/snitches/fields/snitch-fields";
import { timesInWords } from "@/components/time-in-words";
import { ButtonLink } from "@/components/ui/button";
import { Form, Saved, Submit } from "@/components/ui/form";
import type { ListedRecipient } from "@/lib/emails/recipients/list";
import { presentFilters } from "@/lib/snitches/filter-attributes";
import { defaultRecipients, recipientNotes } from "../../forms/snitch-form";
import { updateSnitchAction } from "../actions";
import { DELETE_WARNING, DeleteSnitch } from "../delete-snitch";
import type { LoadedSnitch } from "../load-snitch";
import { ReplayLink } from "../replay/replay-link";

type ManagerSectionsProps = {
  theCase: { id: string; alertEmail: string | null };
  snitch: LoadedSnitch;
  notEmailed: ListedRecipient[];
  alerting: AlertingChoices;
  now: Date;
};

/** The settings and the deletion of a snitch, for users who may manage it. */
export async function ManagerSections({ theCase, snitch, notEmailed, alerting, now }: ManagerSectionsProps) {
  const { date } = timesInWords((await currentReader()).display);
  return (
    <>
      <Section
        title="Settings"
        className="border-t-0 pt-0 print:hidden"
        aside={
          <span className="flex flex-wrap items-center gap-x-4">
            <DuplicateLink caseId={theCase.id} token={snitch.token} />
            <ButtonLink href={`/${theCase.id}/status-pages?snitch=${snitch.token}`} look="bare">
              Badge
            </ButtonLink>
            <ReplayLink snitchUrl={`/${theCase.id}/snitches/${snitch.token}`} />
          </span>
        }
      >
        {snitch.setBy && <SetByCheckIns source={SOURCES[snitch.setBy]} />}
        <Form
          asksBeforeLeaving
          action={updateSnitchAction.bind(null, theCase.id, snitch.token)}
          className="grid max-w-xl gap-5"
        >
          <SnitchFields
            now={now}
            defaultRecipients={defaultRecipients(theCase)}
            recipientNotes={recipientNotes(snitch.alertEmail.length > 0 ? notEmailed : [], date)}
            alerting={alerting}
            snitch={{ ...snitch, filters: presentFilters(snitch.filters) }}
          >
            <SilencedFields silenced={snitch.silenced} />
          </SnitchFields>
          <div className="flex items-center gap-3">
            <Submit busy="Saving…">Save Changes</Submit>
            <Saved />
          </div>
        </Form>
      </Section>
      <Section title="Delete" className="print:hidden">
        <p className="max-w-prose text-ink-quiet">{DELETE_WARNING}</p>
        <div>
          <DeleteSnitch caseId={theCase.id} snitch={snitch} />
        </div>
      </Section>
    </>
  );
}

const SOURCES = { sentry: "Sentry", cronitor: "Cronitor" };

/** Says that check-ins bring settings, so that nobody wonders why a change does not last. */
const SetByCheckIns = ({ source }: { source: string }) => (
  <p className="max-w-prose rounded-md border border-line bg-surface-quiet px-3 py-2 text-sm">
    The schedule and the limits come with the job’s check-ins, through the protocol of {source}. Change them
    in the job: its next check-in overwrites what you change here.
  </p>
);
