import { checkInWord } from "@/components/check-in-word";
import { Message } from "@/components/message";
import { ReportedLate } from "@/components/reported-late";
import { Time } from "@/components/time";
import type { RunCheckIn } from "@/lib/history/list-check-ins-of-run";
import { isReportedLate } from "@/lib/rules/reports/age";
import { isHealthy } from "@/lib/rules/reports/report";
import { lastLine } from "@/lib/rules/runs/excerpt";

const MAX_LINE = 1_000;

/** Whether the message is the end of the output. */
const isIn = (output: string, message: string) =>
  message.trim().includes("\n") && output.includes(lastLine(message, MAX_LINE));

/** The check-ins that made a run, in the order in which they came. `output`: what the page shows above, which does not stand here again. */
export function RunCheckIns({ checkIns, output }: { checkIns: RunCheckIn[]; output: string }) {
  if (checkIns.length === 0) return <p className="text-ink-quiet">They are no longer kept.</p>;
  return (
    <ol className="grid">
      {checkIns.map(({ id, at, receivedAt, kind, exitStatus, message, method, address, userAgent }) => (
        <li
          key={id}
          className="grid grid-cols-[minmax(0,1fr)_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
        >
          <div className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
            <p className="wrap-anywhere">
              {kind === "finish" && isHealthy({ exitStatus }) ? "Finished" : checkInWord(kind, false)}
              {exitStatus && <span className="text-ink-quiet">, exit status {exitStatus}</span>}
              {receivedAt && isReportedLate({ at, receivedAt }) && (
                <ReportedLate at={at} receivedAt={receivedAt} />
              )}
            </p>
            {message && !isIn(output, message) && <Message text={message} />}
            <p className="w-full text-xs wrap-anywhere text-ink-quiet">
              {[method, address, userAgent].filter(Boolean).join(" · ")}
            </p>
          </div>
          <Time at={at} as="second" className="text-right text-ink-quiet" />
        </li>
      ))}
    </ol>
  );
}
