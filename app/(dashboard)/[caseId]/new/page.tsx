import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { SnitchFields } from "@/components/snitches/fields/snitch-fields";
import { timesInWords } from "@/components/time-in-words";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { copyName } from "@/lib/snitches/copy-name";
import { presentFilters } from "@/lib/snitches/filter-attributes";
import { findLatestKind } from "@/lib/snitches/latest-kind";
import { loadAlertingChoices } from "../snitches/forms/load-alerting-choices";
import { defaultRecipients, recipientNotes } from "../snitches/forms/snitch-form";
import { createSnitchAction } from "./actions";
import { loadOriginal } from "./load-original";

export const metadata: Metadata = { title: "Add a snitch" };

type NewSnitchPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<{ from?: unknown }> };

export default async function NewSnitchPage({ params, searchParams }: NewSnitchPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/new", "manage_snitches");
  const { display } = await currentReader();
  const original = await loadOriginal(theCase.id, (await searchParams).from);
  const alerting = await loadAlertingChoices(theCase.id, original, true);
  return (
    <div className="max-w-xl">
      <PageHeader title={original ? "Duplicate a snitch" : "Add a snitch"}>
        {original ? (
          <>
            The settings are copied from <bdi>{original.name}</bdi>. The new snitch gets its own check-in URL
            and history.
          </>
        ) : (
          "A snitch monitors one job: if the job does not check in on time, you get an alert."
        )}
      </PageHeader>
      <TimeZoneList first={display.zone} />
      <Form
        asksBeforeLeaving
        // A draft of the empty form, or of another copy, does not belong into this one.
        data-draft={original?.token}
        action={createSnitchAction.bind(null, theCase.id)}
      >
        <SnitchFields
          snitch={
            original && {
              ...original,
              name: copyName(original.name),
              filters: presentFilters(original.filters),
            }
          }
          first={{ kind: await findLatestKind(theCase.id), zone: display.zone }}
          alerting={alerting}
          now={new Date()}
          defaultRecipients={defaultRecipients(theCase)}
          recipientNotes={recipientNotes([], timesInWords(display).date)}
        />
        <div className="flex gap-2 pt-1">
          <Submit busy="Adding…">Add Snitch</Submit>
          <ButtonLink
            href={original ? `/${theCase.id}/snitches/${original.token}` : `/${theCase.id}`}
            look="bare"
          >
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
