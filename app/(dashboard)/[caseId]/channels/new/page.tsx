import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { BackLink, DocsLink, PageHeader } from "@/components/page-header";
import { Gallery } from "../gallery";

export const metadata: Metadata = { title: "Add a channel" };

export default async function NewChannelPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase } = await currentCase((await params).caseId, "/channels/new", "manage_channels");
  return (
    <>
      <BackLink href={`/${theCase.id}/channels`}>Channels</BackLink>
      <PageHeader title="Add a channel">
        Choose where the alerts of this case go. <DocsLink page="/channels">How channels work</DocsLink>
      </PageHeader>
      <Gallery caseId={theCase.id} />
    </>
  );
}
