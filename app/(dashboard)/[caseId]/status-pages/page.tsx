import type { Metadata } from "next";
import { currentCase } from "@/app/sign-in/session";
import { Confirm } from "@/components/confirm";
import { DocsLink, PageHeader } from "@/components/page-header";
import { Section } from "@/components/section";
import { ButtonLink } from "@/components/ui/button";
import { CopyField } from "@/components/ui/copy-field";
import { Fold } from "@/components/ui/fold";
import { Link } from "@/components/ui/link";
import { may } from "@/lib/cases/roles";
import { formatCount } from "@/lib/rules/format-count";
import { findSnitch } from "@/lib/snitches/find";
import { listTags } from "@/lib/snitches/list-tags";
import type { BadgeSettings } from "@/lib/status-pages/badge-input";
import { listBadges, type StoredBadge } from "@/lib/status-pages/find-badge";
import { listPages } from "@/lib/status-pages/find-page";
import { presentBadge } from "@/lib/status-pages/present-badge";
import { isSharedPage } from "@/lib/status-pages/shared-page";
import { type Query, valuesIn } from "../(list)/filters";
import { revokeShareAction } from "./actions";
import { NewBadge } from "./new-badge";
import { ReadNote } from "./read-note";
import { StatusPages } from "./status-pages";

export const metadata: Metadata = { title: "Status pages" };

type StatusPagesPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

/** Everything that can be seen without an account. `?snitch=` is the token of one that the new badge is about. */
export default async function StatusPagesPage({ params, searchParams }: StatusPagesPageProps) {
  const { theCase, role } = await currentCase((await params).caseId, "/status-pages");
  const [token] = valuesIn(await searchParams, "snitch");
  const [shares, pages, tags, snitch] = await Promise.all([
    listBadges(theCase.id),
    listPages(theCase.id),
    listTags(theCase.id),
    token ? findSnitch(theCase.id, token) : null,
  ]);
  const mayShare = may(role, "manage_sharing");
  const now = new Date();
  return (
    <>
      <PageHeader
        title="Status pages"
        actions={
          pages.length > 0 &&
          may(role, "manage_snitches") && (
            <ButtonLink href={`/${theCase.id}/status-pages/notices/new`} look="primary">
              Post an Update
            </ButtonLink>
          )
        }
      >
        Status pages and badges, for people without an account.{" "}
        <DocsLink page="/sharing">What pages and badges show</DocsLink>
        {" · "}
        <Link
          href={`/${theCase.id}/status-pages/notices`}
          className="text-sm underline underline-offset-4 hover:text-ink"
        >
          Notices on status pages
        </Link>
      </PageHeader>
      <div className="grid gap-8">
        <StatusPages caseId={theCase.id} pages={pages} now={now} mayShare={mayShare} />
        <Section id="badges" title="Badges">
          {shares.length === 0 ? (
            <p className="text-ink-quiet">
              None. A badge shows a status in a README or on a wiki.
              {!mayShare && " An admin of this case can add one."}
            </p>
          ) : (
            <ul aria-label="Badges" className="grid divide-y divide-line">
              {shares.map((share) => (
                <BadgeRow key={share.id} share={share} now={now} caseId={theCase.id} mayRevoke={mayShare} />
              ))}
            </ul>
          )}
          {mayShare && (
            <Fold open={Boolean(snitch)} title="Add a badge">
              <NewBadge caseId={theCase.id} tags={tags} pages={pages.filter(isSharedPage)} snitch={snitch} />
            </Fold>
          )}
        </Section>
      </div>
    </>
  );
}

const SHOWS: Record<BadgeSettings["shows"], string> = {
  status: "status",
  last_run: "last run",
  share: "percentage of healthy runs",
  duration: "average duration",
};

function formatSubject({ snitch, page, settings }: StoredBadge): string {
  if (page) return page.title;
  return snitch?.name ?? (settings.tag === null ? "All snitches" : `#${settings.tag}`);
}

type BadgeRowProps = { share: StoredBadge; caseId: string; now: Date; mayRevoke: boolean };

function BadgeRow({ share, caseId, now, mayRevoke }: BadgeRowProps) {
  const { id, label, settings } = share;
  const { svg } = presentBadge(share);
  const isOfDays = settings.shows === "share" || settings.shows === "duration";
  return (
    <li className="grid min-w-0 gap-2 py-4">
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          {/* biome-ignore lint/performance/noImgElement: an image of 1 kB that changes. */}
          <img src={`/badge/${id}.svg`} alt={`Badge ${label}`} height={20} />
          <span className="text-sm wrap-anywhere">
            <bdi>{formatSubject(share)}</bdi>: {SHOWS[settings.shows]}
            {isOfDays && `, ${formatCount(settings.days, "day")}`}
          </span>
        </div>
        {mayRevoke && (
          <Confirm
            trigger="Revoke…"
            label={`Revoke ${label}`}
            title={`Revoke “${label}”?`}
            description="Pages that embed it will show a broken image. This cannot be undone."
            confirm="Revoke Badge"
            busy="Revoking…"
            action={revokeShareAction.bind(null, caseId, id)}
          />
        )}
      </div>
      <CopyField label="Markdown" value={`![${escapeAlt(label)}](${svg})`} what="the Markdown" isInline />
      <p className="text-sm text-ink-quiet">
        <ReadNote {...share} now={now} />
      </p>
    </li>
  );
}

const escapeAlt = (label: string) => label.replace(/[[\]\\]/g, "\\$&");
