import clsx from "clsx";
import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { BackLink, Empty } from "@/components/page-header";
import { SubNav } from "@/components/sub-nav";
import { ButtonLink } from "@/components/ui/button";
import { SelectField } from "@/components/ui/field";
import { Fold } from "@/components/ui/fold";
import { Form, Submit } from "@/components/ui/form";
import { may } from "@/lib/cases/roles";
import { listMaintenance } from "@/lib/maintenance/list";
import { listTargets, type NoticeTarget } from "@/lib/status-pages/notices/list-targets";
import { NOTICE_KINDS, type NoticeKind } from "@/lib/status-pages/notices/states";
import { type Query, valuesIn } from "../../../(list)/filters";
import { TimeFields } from "../../../maintenance/maintenance-fields";
import { PagePreview } from "../../page-preview";
import { addNoticeAction } from "../actions";
import { PagesField } from "../affected-fields";
import { pageField } from "../form-fields";
import { KIND_LABELS, TitleField, UpdateFields } from "../notice-fields";

export const metadata: Metadata = { title: "Post an update" };

type PostUpdateProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

/** Writes a notice in a drawer over the page that it will be on. `?page=` names the page, `?kind=` what the notice is. */
export default async function PostUpdatePage({ params, searchParams }: PostUpdateProps) {
  const { theCase, role } = await currentCase(
    (await params).caseId,
    "/status-pages/notices/new",
    "manage_snitches",
  );
  const query = await searchParams;
  const targets = await listTargets(theCase.id);
  const path = `/${theCase.id}/status-pages`;
  const kind = NOTICE_KINDS.find((each) => each === valuesIn(query, "kind")[0]) ?? "incident";
  const chosen = targets.find(({ slug }) => slug === valuesIn(query, "page")[0]);
  const page = chosen ?? targets[0];
  const previewPath = ({ slug }: NoticeTarget) => `${path}/pages/${slug}/preview`;
  const kindPath = (each: NoticeKind) =>
    `${path}/notices/new?kind=${each}${chosen ? `&page=${chosen.slug}` : ""}`;
  return (
    <>
      {page && (
        <div data-wide className="hidden xl:block xl:pr-120">
          <PagePreview
            href={previewPath(page)}
            title={page.title}
            others={Object.fromEntries(targets.map((each) => [pageField(each.slug), previewPath(each)]))}
            version={kind}
          />
        </div>
      )}
      <section
        aria-labelledby="post-an-update"
        className={clsx(
          "max-w-xl",
          page &&
            "border-line bg-surface xl:fixed xl:inset-y-0 xl:right-0 xl:z-20 xl:w-120 xl:overflow-y-auto xl:border-l xl:p-8 xl:shadow-2xl",
        )}
      >
        <BackLink href={`${path}/notices`}>Notices</BackLink>
        <h1 id="post-an-update" className="pb-6 text-xl font-semibold tracking-tight">
          Post an update
        </h1>
        {page ? (
          <>
            <SubNav
              label="Kind"
              pages={NOTICE_KINDS.map((each) => [kindPath(each), KIND_LABELS[each]] as const)}
              currentPath={kindPath(kind)}
            />
            <NewNotice caseId={theCase.id} kind={kind} targets={targets} page={chosen} />
          </>
        ) : (
          <Empty title="No status page">
            <p>An update is posted on a status page.</p>
            {may(role, "manage_sharing") && (
              <ButtonLink href={`${path}/new-page`}>Add a Status Page</ButtonLink>
            )}
          </Empty>
        )}
      </section>
    </>
  );
}

type NewNoticeProps = { caseId: string; kind: NoticeKind; targets: NoticeTarget[]; page?: NoticeTarget };

/** Text stays when another kind is chosen. */
const NewNotice = ({ caseId, kind, targets, page }: NewNoticeProps) => (
  <Form data-previewed action={addNoticeAction.bind(null, caseId)} className="grid gap-5">
    <input type="hidden" name="kind" value={kind} />
    <TitleField />
    <UpdateFields kind={kind}>
      <PagesField kind={kind} targets={targets} first={page?.slug} />
      <WhenFields kind={kind} caseId={caseId} />
    </UpdateFields>
    <div className="flex gap-2 pt-1 pb-8">
      <Submit busy="Posting…">Post Update</Submit>
      <ButtonLink href={`/${caseId}/status-pages/notices`} look="bare">
        Cancel
      </ButtonLink>
    </div>
  </Form>
);

/** When planned work is, or that of the maintenance which it follows; when an incident began, or news ends, if that is not now. */
async function WhenFields({ kind, caseId }: { kind: NoticeKind; caseId: string }) {
  if (kind !== "maintenance")
    return (
      <Fold title={kind === "incident" ? "Started earlier" : "Ends at a time"}>
        <div className="grid gap-1.5 pt-2">
          <TimeFields times={kind === "incident" ? { starts_at: null } : { ends_at: null }} isOptional />
        </div>
      </Fold>
    );
  const now = new Date();
  const maintenance = (await listMaintenance(caseId)).filter(
    (each) => each.schedule !== null || each.endsAt > now,
  );
  return (
    <div className="group/when grid gap-5">
      {maintenance.length > 0 && (
        <SelectField
          name="maintenance"
          label="When"
          value=""
          choices={[
            { value: "", label: "At a set time" },
            ...maintenance.map(({ id, name }) => ({ value: id, label: `With “${name}”` })),
          ]}
        />
      )}
      <div className="grid gap-1.5 group-has-[option:not([value='']):checked]/when:hidden">
        <TimeFields times={{ starts_at: null, ends_at: null }} />
      </div>
    </div>
  );
}
