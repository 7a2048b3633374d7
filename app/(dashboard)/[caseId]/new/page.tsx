import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { NameField } from "@/components/snitches/fields/name-field";
import { WhenField } from "@/components/snitches/fields/when-field";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { copyName } from "@/lib/snitches/copy-name";
import { createSnitchAction } from "./actions";
import { loadOriginal } from "./load-original";

export const metadata: Metadata = { title: "Add a snitch" };

type NewSnitchPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<{ from?: unknown }> };

export default async function NewSnitchPage({ params, searchParams }: NewSnitchPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/new", "manage_snitches");
  const { display } = await currentReader();
  const original = await loadOriginal(theCase.id, (await searchParams).from);
  return (
    <div className="max-w-xl">
      <PageHeader title={original ? "Duplicate a snitch" : "Add a snitch"}>
        {original ? (
          <>
            All other settings are copied from <bdi>{original.name}</bdi>. The new snitch gets its own
            check-in URL and history.
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
        fields={["name", "schedule", "timezone", "interval"]}
      >
        {original && <input type="hidden" name="from" value={original.token} />}
        <NameField
          caseId={theCase.id}
          own={null}
          defaultValue={original && copyName(original.name)}
          autoFocus
        />
        <WhenField
          terms={original}
          zone={display.zone}
          now={new Date()}
          isSmart={original?.alertType === "smart"}
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
