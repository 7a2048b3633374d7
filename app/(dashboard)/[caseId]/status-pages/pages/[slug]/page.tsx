import { createHash } from "node:crypto";
import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { currentCase } from "@/app/sign-in/session";
import { BackLink, PageHeader } from "@/components/page-header";
import { SubNav } from "@/components/sub-nav";
import { ButtonLink } from "@/components/ui/button";
import { findPage, type StoredPage } from "@/lib/status-pages/find-page";
import { PAGE_DEFAULTS } from "@/lib/status-pages/page-input";
import { linkOf, presentPage } from "@/lib/status-pages/present-page";
import { type Query, valuesIn } from "../../../(list)/filters";
import { publishPageAction } from "../../actions";
import { PagePreview } from "../../page-preview";
import { VISIBILITY_LABELS } from "../../visibility";
import { AccessForm } from "./access-form";
import { ContentForm } from "./content-form";
import { LookForm } from "./look-form";
import { Publish } from "./publish";
import { Subscribers } from "./subscribers";

type StatusPageProps = {
  params: Promise<{ caseId: string; slug: string }>;
  searchParams: Promise<Query>;
};

export const metadata: Metadata = { title: "Status page" };

const TABS = ["content", "access", "look", "subscribers"] as const;

/** The editor of a status page: a form in each tab, and the page as its readers see it. */
export default async function EditStatusPage({ params, searchParams }: StatusPageProps) {
  const { caseId, slug } = await params;
  const { theCase } = await currentCase(caseId, `/status-pages/pages/${slug}`, "manage_sharing");
  const match = await findPage(theCase.id, slug);
  if (!match) notFound();
  // Pages of earlier versions lack some settings.
  const page = { ...match, settings: { ...PAGE_DEFAULTS, ...match.settings } };
  const query = await searchParams;
  const tab = TABS.find((each) => each === valuesIn(query, "tab")[0]) ?? "content";
  const [search = ""] = valuesIn(query, "subscriber");
  const path = `/${theCase.id}/status-pages`;
  const isDraft = page.visibility === "hidden";
  const tabPath = (name: string) => `${path}/pages/${page.slug}?tab=${name}`;
  const form = { caseId: theCase.id, page };
  return (
    <>
      <BackLink href={path}>Status pages</BackLink>
      <PageHeader
        isWide
        title={page.title}
        actions={
          <>
            {isDraft && tab !== "access" && (
              <Publish title={page.title} action={publishPageAction.bind(null, theCase.id, page.id)} />
            )}
            {!isDraft && (
              <ButtonLink href={linkOf(page)} target="_blank">
                Open Page
              </ButtonLink>
            )}
            <ButtonLink href={`${path}/notices/new?page=${page.slug}`}>Post an Update</ButtonLink>
          </>
        }
      >
        {isDraft
          ? "Draft: only members of this case see it, until it is published."
          : `${VISIBILITY_LABELS[page.visibility][0]}. Saved changes go live.`}
      </PageHeader>
      <div className="grid gap-8 xl:grid-cols-[minmax(0,27rem)_minmax(0,1fr)]">
        <div className="min-w-0">
          <SubNav
            label="Editor"
            pages={TABS.map((name) => [tabPath(name), TAB_NAMES[name]] as const)}
            currentPath={tabPath(tab)}
          />
          {tab === "content" && <ContentForm {...form} />}
          {tab === "access" && <AccessForm {...form} />}
          {tab === "look" && <LookForm {...form} />}
          {tab === "subscribers" && <Subscribers {...form} search={search} />}
        </div>
        <div className="xl:sticky xl:top-6 xl:self-start">
          <PagePreview
            href={`${path}/pages/${page.slug}/preview`}
            title={page.title}
            version={`${tab} ${hashPage(page)}`}
          />
        </div>
      </div>
    </>
  );
}

const TAB_NAMES = { content: "Content", access: "Access", look: "Look", subscribers: "Subscribers" };

/** Another text for each change of the page. */
const hashPage = (page: StoredPage) =>
  createHash("sha256")
    .update(JSON.stringify(presentPage(page, { mayChange: true })))
    .digest("base64url");
