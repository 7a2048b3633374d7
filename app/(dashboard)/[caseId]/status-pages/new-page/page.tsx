import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { BackLink } from "@/components/back-link";
import { DocsLink } from "@/components/docs-link";
import { PageHeader } from "@/components/page-header";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { Form, Submit } from "@/components/ui/form";
import { listTags } from "@/lib/snitches/list-tags";
import { addPageAction } from "../actions";
import { PageFields } from "../page-fields";

export const metadata: Metadata = { title: "New status page" };

const MAX_OFFERED = 10;

/** The form for a new page. It offers tags as components, and no snitches: their names are not for the public. */
export default async function NewStatusPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/status-pages/new-page", "manage_sharing");
  const { display } = await currentReader();
  const tags = await listTags(theCase.id);
  const page = {
    slug: "",
    title: "",
    settings: { timezone: display.zone },
    visibility: "hidden" as const,
    networks: [],
    logo: null,
    logoDark: null,
    groups: tags
      .slice(0, MAX_OFFERED)
      .map((tag) => `${tag} = #${tag}`)
      .join("\n"),
  };
  return (
    <div className="max-w-xl">
      <BackLink href={`/${theCase.id}/status-pages`}>Status pages</BackLink>
      <PageHeader title="New status page">
        Nobody sees it before you say so. <DocsLink page="/sharing">What a page shows</DocsLink>
      </PageHeader>
      <TimeZoneList first={display.zone} />
      <Form asksBeforeLeaving action={addPageAction.bind(null, theCase.id)}>
        <PageFields page={page} />
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
