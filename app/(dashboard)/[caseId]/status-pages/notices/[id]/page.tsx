import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { Fragment } from "react";
import { currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { BackLink, PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { TextArea } from "@/components/ui/field";
import { Form, Saved, Submit } from "@/components/ui/form";
import { may } from "@/lib/cases/roles";
import { NOTICE_STATE_LABELS } from "@/lib/rules/incidents/state-labels";
import { isUuid } from "@/lib/rules/uuid";
import { listPages, type StoredPage } from "@/lib/status-pages/find-page";
import { listTargets } from "@/lib/status-pages/notices/list-targets";
import { listNotices, type NoticeUpdate } from "@/lib/status-pages/notices/store";
import { linkOf } from "@/lib/status-pages/present-page";
import { TimeFields } from "../../../maintenance/maintenance-fields";
import { addUpdateAction, changeNoticeAction, removeNoticeAction, removeUpdateAction } from "../actions";
import { AffectedFields } from "../affected-fields";
import { KIND_LABELS, TitleField, UpdateFields } from "../notice-fields";

export const metadata: Metadata = { title: "Notice" };

/** A notice with its updates; members continue it. */
export default async function NoticePage({ params }: { params: Promise<{ caseId: string; id: string }> }) {
  const { caseId, id } = await params;
  const { theCase, role } = await currentCase(caseId, `/status-pages/notices/${id}`);
  const [notice] = isUuid(id) ? await listNotices(theCase.id, { id }, new Date()) : [];
  if (!notice) notFound();
  const { kind, title, state, updates, summary, endedAt } = notice;
  const hasOwnTimes = kind !== "incident" && notice.maintenanceId === null;
  const mayWrite = may(role, "manage_snitches");
  const slugs = notice.pages.map(({ slug }) => slug);
  const [pages, allTargets] = await Promise.all([
    listPages(theCase.id, slugs),
    mayWrite ? listTargets(theCase.id) : [],
  ]);
  const targets = allTargets.filter(({ slug }) => slugs.includes(slug));
  return (
    <>
      <BackLink href={`/${theCase.id}/status-pages/notices`}>Notices</BackLink>
      <PageHeader title={title}>
        {KIND_LABELS[kind]}
        {state && `, ${NOTICE_STATE_LABELS[state]?.toLowerCase()}`}
        {pages.map((page, i) => (
          <Fragment key={page.id}>
            {i === 0 ? ", on " : ", "}
            <PageName page={page} mayShare={may(role, "manage_sharing")} />
          </Fragment>
        ))}
      </PageHeader>
      <div className="grid max-w-xl gap-8">
        <ol aria-label="Updates" className="grid divide-y divide-line border-t border-line">
          {updates.map((update) => (
            <li key={update.id} className="grid gap-2 py-3">
              <UpdateText update={update}>
                {mayWrite && updates.length > 1 && (
                  <Confirm
                    look="bare"
                    trigger="Delete…"
                    label={`Delete the update “${update.text.slice(0, 40)}”`}
                    title="Delete this update?"
                    description="Without the update that ended it, the notice is open again."
                    confirm="Delete Update"
                    busy="Deleting…"
                    action={removeUpdateAction.bind(null, theCase.id, id, update.id)}
                  />
                )}
              </UpdateText>
            </li>
          ))}
        </ol>
        {mayWrite && (
          <>
            <Section title="Post an update">
              <Form action={addUpdateAction.bind(null, theCase.id, id)} className="grid gap-4">
                <UpdateFields kind={kind} isFurther />
                <Submit className="w-fit" busy="Posting…">
                  Post Update
                </Submit>
              </Form>
            </Section>
            <Section title="The notice">
              <Form action={changeNoticeAction.bind(null, theCase.id, id)} className="grid gap-4">
                <TitleField title={title} />
                {targets.map((page) => (
                  <AffectedFields key={page.slug} kind={kind} page={page} affected={notice.affected} />
                ))}
                {hasOwnTimes && (
                  <div className="grid min-w-0 gap-1.5">
                    <TimeFields
                      times={{
                        ...(kind === "maintenance" && { starts_at: notice.startsAt }),
                        ends_at: notice.endsAt,
                      }}
                      isOptional={kind === "news"}
                    />
                  </div>
                )}
                {endedAt && (
                  <TextArea
                    name="summary"
                    label="Summary"
                    rows={6}
                    defaultValue={summary}
                    hint="What was learned. Markdown."
                    isOptional
                  />
                )}
                <div className="flex items-center gap-3">
                  <Submit busy="Saving…">Save Notice</Submit>
                  <Saved />
                </div>
              </Form>
              <div>
                <Confirm
                  trigger="Delete…"
                  label="Delete the notice"
                  title={`Delete “${title}”?`}
                  description="Removes it from all pages, with its updates. This cannot be undone."
                  confirm="Delete Notice"
                  busy="Deleting…"
                  action={removeNoticeAction.bind(null, theCase.id, id)}
                />
              </div>
            </Section>
          </>
        )}
      </div>
    </>
  );
}

type PageNameProps = { page: StoredPage; mayShare: boolean };

/** The title of a page, with the link to it for those who can open it: drafts have none, and a key is only for those who share it. */
const PageName = ({ page, mayShare }: PageNameProps) =>
  page.visibility === "hidden" || (page.visibility === "link" && !mayShare) ? (
    page.title
  ) : (
    <a href={linkOf(page)} target="_blank" className="text-ink underline underline-offset-4" rel="noopener">
      {page.title}
    </a>
  );

type UpdateTextProps = { update: NoticeUpdate; children?: React.ReactNode };

/** An update, and next to when it was written what can be done with it. */
const UpdateText = ({ update: { at, state, text, writtenBy }, children }: UpdateTextProps) => (
  <>
    <div className="flex items-baseline justify-between gap-3 [&>button]:h-7 [&>button]:px-2 [&>button]:text-xs">
      <p className="min-w-0 text-sm wrap-anywhere text-ink-quiet">
        <Time at={at} />
        {state && `, ${NOTICE_STATE_LABELS[state]?.toLowerCase()}`}, by {writtenBy}
      </p>
      {children}
    </div>
    <p className="wrap-anywhere whitespace-pre-wrap">{text}</p>
  </>
);
