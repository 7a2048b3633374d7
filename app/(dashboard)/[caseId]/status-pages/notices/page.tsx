import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { BackLink } from "@/components/back-link";
import { PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { Time } from "@/components/time";
import { ButtonLink } from "@/components/ui/button";
import { Check } from "@/components/ui/check";
import { Empty } from "@/components/ui/empty";
import { Form, Submit } from "@/components/ui/form";
import { Link } from "@/components/ui/link";
import { SelectField } from "@/components/ui/select-field";
import { may } from "@/lib/cases/roles";
import { listMaintenance } from "@/lib/maintenance/list";
import { NOTICE_STATE_WORDS } from "@/lib/rules/incidents/state-words";
import { listTargets, type NoticeTarget } from "@/lib/status-pages/notices/list-targets";
import { NOTICE_KINDS } from "@/lib/status-pages/notices/states";
import { listNotices, type Notice } from "@/lib/status-pages/notices/store";
import { TimeFields } from "../../maintenance/maintenance-fields";
import { addNoticeAction } from "./actions";
import { KIND_WORDS, NoticeFields, UpdateFields } from "./notice-fields";

export const metadata: Metadata = { title: "Notices" };

type NoticesPageProps = { params: Promise<{ caseId: string }> };

/** What people wrote on the status pages of a case. */
export default async function NoticesPage({ params }: NoticesPageProps) {
  const { theCase, role } = await currentCase((await params).caseId, "/status-pages/notices");
  const [notices, targets, maintenance] = await Promise.all([
    listNotices(theCase.id, {}, new Date()),
    listTargets(theCase.id),
    listMaintenance(theCase.id),
  ]);
  const mayWrite = may(role, "manage_snitches");
  return (
    <>
      <BackLink href={`/${theCase.id}/status-pages`}>Status pages</BackLink>
      <PageHeader title="Notices">
        What people write on status pages: incidents, planned work and news.
      </PageHeader>
      <div className="grid grid-cols-[minmax(0,1fr)] gap-8">
        {notices.length === 0 ? (
          <Empty title="No notices">
            <p>{targets.length === 0 ? "A notice stands on a status page." : "Nothing has been written."}</p>
            {targets.length === 0 && may(role, "manage_sharing") && (
              <ButtonLink href={`/${theCase.id}/status-pages/new-page`}>Add a Status Page</ButtonLink>
            )}
          </Empty>
        ) : (
          <ul aria-label="Notices" className="grid divide-y divide-line border-t border-line">
            {notices.map((notice) => (
              <NoticeRow key={notice.id} notice={notice} caseId={theCase.id} />
            ))}
          </ul>
        )}
        {mayWrite && targets.length > 0 && (
          <NewNotice caseId={theCase.id} targets={targets} maintenance={maintenance} />
        )}
      </div>
    </>
  );
}

const NoticeRow = ({ notice, caseId }: { notice: Notice; caseId: string }) => (
  <li className="grid min-w-0 gap-1 py-3">
    <Link
      href={`/${caseId}/status-pages/notices/${notice.id}`}
      className="w-fit font-medium wrap-anywhere hover:underline"
    >
      {notice.title}
    </Link>
    <p className="text-sm wrap-anywhere text-ink-quiet">
      {KIND_WORDS[notice.kind]}
      {notice.state && `, ${NOTICE_STATE_WORDS[notice.state]?.toLowerCase()}`}, since{" "}
      <Time at={notice.createdAt} as="date" />
      {notice.pages.length > 0 && `, on ${notice.pages.map(({ slug }) => slug).join(", ")}`}
    </p>
  </li>
);

type NewNoticeProps = {
  caseId: string;
  targets: NoticeTarget[];
  maintenance: { id: string; name: string }[];
};

function NewNotice({ caseId, targets, maintenance }: NewNoticeProps) {
  return (
    <Section title="Write a notice">
      <Form action={addNoticeAction.bind(null, caseId)} className="grid max-w-xl gap-4">
        <fieldset className="grid gap-2">
          <legend className="pb-2 text-sm font-medium">Status pages</legend>
          {targets.map(({ slug, title }) => (
            <Check key={slug} name="pages" value={slug} defaultChecked={targets.length === 1}>
              {title}
            </Check>
          ))}
        </fieldset>
        <SelectField
          name="kind"
          label="Kind"
          value="incident"
          choices={NOTICE_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] }))}
        />
        <SelectField
          name="maintenance"
          label="Maintenance"
          value=""
          hint="For planned work: the notice follows its times."
          choices={[
            { value: "", label: "None" },
            ...maintenance.map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
        <div className="grid min-w-0 gap-1.5">
          <TimeFields isOptional>
            For planned work that is not under Maintenance. An incident can have a start, news an end.
          </TimeFields>
        </div>
        <NoticeFields targets={targets} affected={[]} />
        <UpdateFields kinds={["incident", "maintenance"]} unchanged="Investigating, or scheduled" />
        <Submit className="w-fit" busy="Publishing…">
          Publish Notice
        </Submit>
      </Form>
    </Section>
  );
}
