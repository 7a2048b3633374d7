import { shellQuote } from "@/lib/api/example";
import "./print.css";
import type { Metadata } from "next";
import type { Query } from "@/app/(dashboard)/[caseId]/(list)/filters";
import { currentCase } from "@/app/sign-in/session";
import { buildReport, type PresentedReport, type ReportedCounts } from "@/lib/evidence/report";
import { findMonth, parseMonth } from "@/lib/rules/history/report-month";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";
import { formatTime, GLOSSARY, percentHealthy } from "./glossary";

type PrintedReportProps = { params: Promise<{ caseId: string }>; searchParams: Promise<Query> };

/** Further alerts are in the export, which a sentence names. */
const MAX_ALERTS = 1_000;

export async function generateMetadata({ params, searchParams }: PrintedReportProps): Promise<Metadata> {
  const { theCase } = await currentCase((await params).caseId, "/report/print");
  return { title: `Report ${[(await searchParams).month].flat()[0] ?? ""} · ${theCase.name}` };
}

/** The report of a month on A4, without navigation, for someone who doesn’t know Tattle. `?month=2026-10&tag=db&timezone=Europe/Berlin` */
export default async function PrintedReport({ params, searchParams }: PrintedReportProps) {
  const { theCase } = await currentCase((await params).caseId, "/report/print");
  const query = await searchParams;
  const [name, tag, zone] = [query.month, query.tag, query.timezone].map((value) => [value].flat()[0]);
  const timezone = zone && isTimeZone(zone) ? zone : "UTC";
  const now = new Date();
  const month = (name && findMonth(name, timezone, now)) || parseMonth(undefined, timezone, now);
  const report = await buildReport(theCase.id, { scope: null, tag: tag || null }, { month, timezone }, now);
  const time = formatTime(timezone);
  const range = `--from ${month.start.toISOString()} --to ${month.end.toISOString()}${tag ? ` --tag ${shellQuote(tag)}` : ""}`;
  return (
    <main id="content" className="printed-report">
      <h1>
        Scheduled jobs in{" "}
        {new Intl.DateTimeFormat("en", { timeZone: timezone, month: "long", year: "numeric" }).format(
          month.start,
        )}
      </h1>
      <p>
        <bdi>{theCase.name}</bdi>
        {report.tag !== null && (
          <>
            , jobs with the tag <bdi>{report.tag}</bdi>
          </>
        )}
        . All times are in {timezone === "UTC" ? "UTC" : `the time zone ${timezone}`}. Printed at {time(now)}
        {month.end > now && "; the month is not over yet"}.
      </p>
      <Counts report={report} />
      <Alerts report={report} time={time} />
      <h2>What the words mean</h2>
      <dl>
        {GLOSSARY.map(([word, meaning]) => (
          <div key={word}>
            <dt>{word}</dt>
            <dd>{meaning}</dd>
          </div>
        ))}
      </dl>
      <h2>How to check these numbers</h2>
      <p>
        Each number is a count of periods. These commands save the periods, the runs and the alerts behind
        them, with a SHA-256 that shows whether a file is complete:
      </p>
      <pre>{["periods", "runs", "alerts"].map((kind) => `tattle export ${kind} ${range}`).join("\n")}</pre>
      <p>
        The same report as JSON: <code>GET /v1/reports/{month.name}</code>. Tattle {report.version}, digest{" "}
        <code className="break-all">{report.digest}</code>.
      </p>
    </main>
  );
}

const COLUMNS = ["expected", "kept", "late", "missed", "errored", "excused", "unknown", "paused"] as const;

function Counts({ report }: { report: PresentedReport }) {
  return (
    <table className="counts">
      <caption>Periods of each job</caption>
      <thead>
        <tr>
          <th scope="col">Job</th>
          {COLUMNS.map((column) => (
            <th key={column} scope="col">
              {column === "late" ? "of these late" : column}
            </th>
          ))}
          <th scope="col">% healthy</th>
        </tr>
      </thead>
      <tbody>
        <CountRow name="All jobs" counts={report.total} />
        {report.snitches.map((snitch) => (
          <CountRow key={snitch.token} name={snitch.name} counts={snitch} />
        ))}
      </tbody>
    </table>
  );
}

const CountRow = ({ name, counts }: { name: string; counts: ReportedCounts }) => (
  <tr>
    <th scope="row">
      <bdi>{name}</bdi>
    </th>
    {COLUMNS.map((column) => (
      <td key={column}>{counts[column].toLocaleString("en")}</td>
    ))}
    <td>{percentHealthy(counts)}</td>
  </tr>
);

function Alerts({ report, time }: { report: PresentedReport; time: (at: Date) => string }) {
  const alerts = report.snitches
    .flatMap(({ name, alerts }) => alerts.map((alert) => ({ name, ...alert })))
    .sort((one, other) => (one.due_at < other.due_at ? -1 : 1));
  if (alerts.length === 0) return <p>There were no alerts in this month.</p>;
  const show = (at: string | null) => (at ? time(new Date(at)) : "–");
  return (
    <>
      <table>
        <caption>Alerts</caption>
        <thead>
          <tr>
            {["Due", "Job", "What", "Raised", "Sent", "Delivered", "Acknowledged"].map((column) => (
              <th key={column} scope="col">
                {column}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {alerts.slice(0, MAX_ALERTS).map((alert) => (
            <tr key={alert.id}>
              <td>{show(alert.due_at)}</td>
              <th scope="row">
                <bdi>{alert.name}</bdi>
              </th>
              <td>{alert.kind}</td>
              <td>{show(alert.raised_at)}</td>
              <td>{show(alert.sent_at)}</td>
              <td>{show(alert.delivered_at)}</td>
              <td>
                {show(alert.acknowledged_at)} <bdi>{alert.acknowledged_by}</bdi>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      {alerts.length > MAX_ALERTS && (
        <p>
          The other {(alerts.length - MAX_ALERTS).toLocaleString("en")} alerts are in the export named below.
        </p>
      )}
    </>
  );
}
