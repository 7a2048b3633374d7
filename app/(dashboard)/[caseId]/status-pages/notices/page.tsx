import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { BackLink, Empty, PageHeader } from "@/components/page-header";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { NOTICE_STATE_LABELS } from "@/lib/rules/incidents/state-labels";
import { listNotices, type Notice } from "@/lib/status-pages/notices/store";
import { KIND_LABELS } from "./notice-fields";

export const metadata: Metadata = { title: "Notices" };

/** What people wrote on the status pages of a case. */
export default async function NoticesPage({ params }: { params: Promise<{ caseId: string }> }) {
  const { theCase, role } = await currentCase((await params).caseId, "/status-pages/notices");
  const notices = await listNotices(theCase.id, {}, new Date());
  const path = `/${theCase.id}/status-pages`;
  return (
    <>
      <BackLink href={path}>Status pages</BackLink>
      <PageHeader
        title="Notices"
        actions={
          may(role, "manage_snitches") && (
            <ButtonLink href={`${path}/notices/new`} look="primary">
              Post an Update
            </ButtonLink>
          )
        }
      >
        Incidents, maintenance, and news on status pages.
      </PageHeader>
      {notices.length === 0 ? (
        <Empty title="No notices">
          <p>Updates posted on status pages appear here.</p>
        </Empty>
      ) : (
        <ul aria-label="Notices" className="grid divide-y divide-line border-t border-line">
          {notices.map((notice) => (
            <NoticeRow key={notice.id} notice={notice} caseId={theCase.id} />
          ))}
        </ul>
      )}
    </>
  );
}

function NoticeRow({ notice, caseId }: { notice: Notice; caseId: string }) {
  // News has no state, so its end has no word.
  const endedAt = notice.state && notice.endedAt;
  return (
    <li className="grid min-w-0 gap-1 py-3">
      <Link
        href={`/${caseId}/status-pages/notices/${notice.id}`}
        className="w-fit font-medium wrap-anywhere hover:underline"
      >
        {notice.title}
      </Link>
      <p className="text-sm wrap-anywhere text-ink-quiet">
        {KIND_LABELS[notice.kind]}
        {notice.state && `, ${NOTICE_STATE_LABELS[notice.state]?.toLowerCase()}`}
        {endedAt ? " " : ", since "}
        <Time at={endedAt ?? notice.createdAt} as="date" />
        {notice.pages.length > 0 && `, on ${notice.pages.map(({ slug }) => slug).join(", ")}`}
      </p>
    </li>
  );
}
