import type { Metadata } from "next";
import { PageHeader } from "@/components/page-header";
import { SnitchFields } from "@/components/snitches/snitch-fields";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { currentCase } from "@/lib/auth/session";
import { defaultRecipients, recipientNotes } from "../snitch-form";
import { createSnitchAction } from "./actions";

export const metadata: Metadata = { title: "Add a snitch" };

export default async function NewSnitchPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/new", "manage_snitches");
  return (
    <div className="max-w-xl">
      <PageHeader title="Add a snitch">
        A snitch monitors one job: if the job does not check in on time, you get an alert.
      </PageHeader>
      <Form asksBeforeLeaving action={createSnitchAction.bind(null, theCase.id)}>
        <SnitchFields
          now={new Date()}
          defaultRecipients={defaultRecipients(theCase)}
          recipientNotes={recipientNotes([])}
        />
        <div className="flex gap-2 pt-1">
          <Submit busy="Adding…">Add Snitch</Submit>
          <ButtonLink href={`/${theCase.id}`} look="bare">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
