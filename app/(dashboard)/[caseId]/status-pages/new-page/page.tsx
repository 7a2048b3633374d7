import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { BackLink, DocsLink, PageHeader } from "@/components/page-header";
import { SnitchPicker } from "@/components/snitches/selection/snitch-picker";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { listTags } from "@/lib/snitches/list-tags";
import { addPageAction } from "../actions";
import { TitleFields } from "./title-fields";

export const metadata: Metadata = { title: "New status page" };

/** A page is made of three things. Everything else begins with its default, and is edited afterwards. */
export default async function NewStatusPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/status-pages/new-page", "manage_sharing");
  return (
    <div className="max-w-xl">
      <BackLink href={`/${theCase.id}/status-pages`}>Status pages</BackLink>
      <PageHeader title="New status page">
        A draft until you publish it. <DocsLink page="/sharing">What a page shows</DocsLink>
      </PageHeader>
      <Form asksBeforeLeaving action={addPageAction.bind(null, theCase.id)}>
        <TitleFields />
        <SnitchPicker
          caseId={theCase.id}
          name="groups"
          label="What it shows"
          hint="Leave it empty to start with all current snitches. You can rename, group, and order them next."
          placeholder="Search snitches and tags…"
          picked={[]}
          tags={await listTags(theCase.id)}
        />
        <div className="flex gap-2 pt-1 pb-8">
          <Submit busy="Adding…">Add Page</Submit>
          <ButtonLink href={`/${theCase.id}/status-pages`} look="bare">
            Cancel
          </ButtonLink>
        </div>
      </Form>
    </div>
  );
}
