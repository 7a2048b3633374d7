import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { BackLink } from "@/components/back-link";
import { Confirm } from "@/components/confirm";
import { PageHeader } from "@/components/page-header";
import { TimeZoneList } from "@/components/time-zone-list";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Form, Submit } from "@/components/ui/form";
import { findPage } from "@/lib/status-pages/find-page";
import { pageUrl } from "@/lib/status-pages/present-page";
import { listSubscribers } from "@/lib/status-pages/subscribers/list";
import { type Query, valuesIn } from "../../../(list)/filters";
import { changePageAction, replaceKeyAction, revokePageAction } from "../../actions";
import { PageFields } from "../../page-fields";
import { writeGroups } from "../../page-text";
import { Subscribers } from "./subscribers";

type StatusPageProps = {
  params: Promise<{ caseId: string; slug: string }>;
  searchParams: Promise<Query>;
};

export const metadata: Metadata = { title: "Status page" };

/** The editor of a status page. */
export default async function EditStatusPage({ params, searchParams }: StatusPageProps) {
  const { caseId, slug } = await params;
  const { theCase } = await currentCase(caseId, `/status-pages/pages/${slug}`, "manage_sharing");
  const page = await findPage(theCase.id, slug);
  if (!page) notFound();
  const { display } = await currentReader();
  const subscribers = await listSubscribers(theCase.id, slug, true);
  const [search = ""] = valuesIn(await searchParams, "subscriber");
  const path = `/${theCase.id}/status-pages`;
  const isByLink = page.visibility === "link";
  const url = isByLink ? `${pageUrl(page.slug)}?key=${page.key}` : pageUrl(page.slug);
  return (
    <div className="max-w-xl">
      <BackLink href={`/${theCase.id}/status-pages`}>Status pages</BackLink>
      <PageHeader title={page.title}>
        {page.visibility === "hidden"
          ? "Nobody sees this page yet. Look at the preview, and choose below who does."
          : "What you save is seen at once."}
      </PageHeader>
      <div className="mb-6 grid gap-3">
        <CopyField label={isByLink ? "Link" : "Address"} value={url} what="the address" isInline />
        <div className="flex flex-wrap gap-2">
          <ButtonLink href={`${path}/pages/${page.slug}/preview`} target="_self">
            Preview
          </ButtonLink>
          {isByLink && (
            <Confirm
              trigger="Replace Link…"
              label="Replace the link"
              title="Replace the link?"
              description="The page has another link then. Whoever has this one sees nothing any more."
              confirm="Replace Link"
              busy="Replacing…"
              action={replaceKeyAction.bind(null, theCase.id, page.id)}
            />
          )}
          <Confirm
            trigger="Revoke…"
            label={`Revoke ${page.title}`}
            title={`Revoke “${page.title}”?`}
            description="Its addresses answer that there is no such page. This cannot be undone."
            confirm="Revoke Page"
            busy="Revoking…"
            action={revokePageAction.bind(null, theCase.id, page.id)}
          />
        </div>
      </div>
      <TimeZoneList first={display.zone} />
      <Form asksBeforeLeaving action={changePageAction.bind(null, theCase.id, page.id)}>
        <PageFields page={{ ...page, groups: writeGroups(page.components) }} />
        <div className="flex gap-2 pt-1 pb-8">
          <Submit busy="Saving…">Save</Submit>
          <ButtonLink href={path} look="bare">
            Cancel
          </ButtonLink>
        </div>
      </Form>
      <Subscribers caseId={theCase.id} pageId={page.id} {...subscribers} search={search} />
    </div>
  );
}
