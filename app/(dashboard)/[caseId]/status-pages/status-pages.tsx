import { Section } from "@/components/section";
import { ButtonLink } from "@/components/ui/button";
import { Link } from "@/components/ui/link";
import { formatCount } from "@/lib/rules/format-count";
import type { StoredPage } from "@/lib/status-pages/find-page";
import { ReadNote } from "./read-note";
import { VISIBILITY_LABELS } from "./visibility";

type StatusPagesProps = { caseId: string; pages: StoredPage[]; now: Date; mayShare: boolean };

/** The status pages of a case, and who sees them. */
export function StatusPages({ caseId, pages, now, mayShare }: StatusPagesProps) {
  if (pages.length === 0 && !mayShare) return null;
  return (
    <Section
      title="Pages"
      aside={mayShare && <ButtonLink href={`/${caseId}/status-pages/new-page`}>Add a Status Page</ButtonLink>}
    >
      {pages.length > 0 && (
        <ul aria-label="Status pages" className="grid divide-y divide-line border-y border-line">
          {pages.map((page) => (
            <li key={page.id} className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 py-4">
              <div className="min-w-0 text-sm wrap-anywhere">
                <p className="font-medium">
                  {page.visibility === "public" ? (
                    <Link href={`/status/${page.slug}`} target="_self">
                      {page.title}
                    </Link>
                  ) : (
                    page.title
                  )}
                </p>
                <p className="text-ink-quiet">
                  /status/{page.slug} · {VISIBILITY_LABELS[page.visibility][0]}
                  {page.networks.length > 0 && ` in ${formatCount(page.networks.length, "network")}`}
                  {page.subscriberCount > 0 && `, ${formatCount(page.subscriberCount, "subscriber")}`}.{" "}
                  <ReadNote {...page} now={now} />
                </p>
              </div>
              {mayShare && (
                <ButtonLink
                  href={`/${caseId}/status-pages/pages/${page.slug}`}
                  aria-label={`Edit ${page.title}`}
                >
                  Edit
                </ButtonLink>
              )}
            </li>
          ))}
        </ul>
      )}
    </Section>
  );
}
