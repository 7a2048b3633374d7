import type { Metadata } from "next";
import { currentReader } from "@/app/sign-in/reader";
import { currentCase } from "@/app/sign-in/session";
import { PageHeader } from "@/components/page-header";
import { ButtonLink } from "@/components/ui/button";
import { Fold } from "@/components/ui/fold";
import { Link } from "@/components/ui/link";
import { NoMatch } from "@/components/ui/no-match";
import { MAX_REPORT_TAGS, monthlyReport } from "@/lib/history/monthly-report";
import { formatCount } from "@/lib/rules/format-count";
import { neighbours, parseMonth, type ReportMonth } from "@/lib/rules/history/report-month";
import { withQuery } from "@/lib/rules/with-query";
import { summarizeSnitches } from "@/lib/snitches/list";
import { parseSearch, type Query } from "../(list)/filters";
import { PrintButton } from "./print-button";
import { ReportTable } from "./report-table";
import { byWorst, hasRuns, isPerfect, listCells, listColumns, reportSentence } from "./report-text";
import { TagFilter } from "./tag-filter";

type ReportsPageProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

export async function generateMetadata({ params }: ReportsPageProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId, "/reports");
  return { title: `Reports · ${theCase.name}` };
}

/** What became of the scheduled runs of a month: of the case, of each tag, and of each snitch. `?month=2026-03&tag=db&host=db7` */
export default async function ReportsPage({ params, searchParams }: ReportsPageProps) {
  const { theCase } = await currentCase((await params).caseId, "/reports");
  const query = await searchParams;
  const { zone, locale } = (await currentReader()).display;
  const now = new Date();
  const month = parseMonth([query.month].flat()[0], zone, now);
  const { tags } = await summarizeSnitches(theCase.id, now);
  const tag = tags.find((one) => one.tag === [query.tag].flat()[0])?.tag ?? null;
  const host = parseSearch([query.host].flat()[0]) || null;
  const report = await monthlyReport(theCase.id, { tag, host }, month, now);
  const columns = listColumns(report.snitches);
  const [reported, notReporting] = [
    report.snitches.filter(hasRuns),
    report.snitches.filter((one) => !hasRuns(one)),
  ];
  const [perfect, imperfect] = [reported.filter(isPerfect), reported.filter((one) => !isPerfect(one))];
  const isLong = reported.length > MAX_ROWS && imperfect.length > 0;
  const [listed, folded] = isLong ? [imperfect, perfect] : [reported, []];
  const toRow = (one: (typeof reported)[number]) => ({
    key: one.token,
    name: one.name,
    href: `/${theCase.id}/snitches/${one.token}`,
    note: one.countedSince && `since its schedule changed on ${nameDay(one.countedSince, zone, locale)}`,
    cells: listCells(one),
  });
  const buildUrl = (changes: { month?: ReportMonth; tag?: string | null; host?: null }) => {
    const chosen = { month, tag, host, ...changes };
    return withQuery(`/${theCase.id}/reports`, { ...chosen, month: chosen.month.name });
  };
  const { before, after } = neighbours(month, zone, now);
  const name = nameMonth(month, zone, locale);
  return (
    <>
      <PageHeader
        title={`Report for ${name}`}
        actions={
          <div className="flex gap-2 print:hidden">
            {before && <ButtonLink href={buildUrl({ month: before })}>Previous Month</ButtonLink>}
            {after && <ButtonLink href={buildUrl({ month: after })}>Next Month</ButtonLink>}
            <PrintButton />
          </div>
        }
      >
        <p>
          <bdi>{theCase.name}</bdi>
          {tag !== null && (
            <>
              , tag <bdi>{tag}</bdi>
            </>
          )}
          {host !== null && (
            <>
              , machine <bdi>{host}</bdi> (
              <Link href={buildUrl({ host: null })} className="underline underline-offset-4 print:hidden">
                all machines
              </Link>
              )
            </>
          )}
          . {reportSentence(report.total.counts)} Months start and end in your time zone.
          {month.end > now && " This one isn’t over yet."}
        </p>
      </PageHeader>
      {tags.length > 0 && (
        <TagFilter
          tags={tags.map((one) => one.tag)}
          chosen={tag}
          buildUrl={(value) => buildUrl({ tag: value })}
        />
      )}
      {report.snitches.length === 0 ? (
        <NoMatch>There were no snitches in this month.</NoMatch>
      ) : (
        <>
          {report.tags.length > 0 && (
            <ReportTable
              heading={report.tags.length === MAX_REPORT_TAGS ? `The ${MAX_REPORT_TAGS} worst tags` : "Tags"}
              columns={columns}
              total={listCells(report.total)}
              rows={report.tags.map((one) => ({
                key: one.tag,
                name: one.tag,
                href: buildUrl({ tag: one.tag }),
                note: formatCount(one.snitches, "snitch", "snitches"),
                cells: listCells(one),
              }))}
            />
          )}
          <ReportTable
            heading="Snitches"
            columns={columns}
            total={report.tags.length > 0 ? null : listCells(report.total)}
            rows={byWorst(listed).map(toRow)}
          />
          {folded.length > 0 && (
            <Fold title={`${formatCount(folded.length, "snitch", "snitches")} without problems`}>
              <ReportTable
                heading="Without problems"
                columns={columns}
                total={null}
                rows={folded.map(toRow)}
              />
            </Fold>
          )}
        </>
      )}
      {notReporting.length > 0 && (
        <details className="pb-4 text-sm print:hidden">
          <summary className="cursor-pointer">
            {formatCount(notReporting.length, "snitch", "snitches")} without runs
          </summary>
          <ul className="columns-xs pt-2">
            {notReporting.map(({ token, name: snitch }) => (
              <li key={token} className="wrap-anywhere">
                <Link href={`/${theCase.id}/snitches/${token}`} className="hover:underline">
                  <bdi>{snitch}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </details>
      )}
      <p className="pt-4 text-xs text-ink-quiet">
        The last check-in that counts for a scheduled run decides whether it was healthy, errored or missed.
        Excused runs were missed or failed during maintenance; for unknown runs, a check-in may have been
        missed. Neither is part of the percentage. Durations are those of the runs that succeeded. Paused time
        is not counted.{" "}
        <Link href="/docs/reports" className="underline underline-offset-4 print:hidden">
          About reports
        </Link>
        {" · "}
        <Link
          href={`/${theCase.id}/report/print?${new URLSearchParams({ month: month.name, timezone: zone, ...(tag !== null && { tag }) })}`}
          className="underline underline-offset-4 print:hidden"
        >
          Printed report with every alert
        </Link>
      </p>
    </>
  );
}

/** Of more snitches, those without problems are folded away. */
const MAX_ROWS = 10;

/** “March 2026” */
const nameMonth = ({ start }: ReportMonth, timeZone: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, month: "long", year: "numeric" }).format(start);

/** “12 Mar” */
const nameDay = (at: Date, timeZone: string, locale: string) =>
  new Intl.DateTimeFormat(locale, { timeZone, day: "numeric", month: "short" }).format(at);
