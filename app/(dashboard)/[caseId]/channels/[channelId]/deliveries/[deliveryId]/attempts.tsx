import clsx from "clsx";
import { Time } from "@/components/time";
import { outcomeText } from "@/lib/channels/outcome-text";
import type { NotificationAttempt } from "@/lib/history/sent-notification";

const LOOKS: Record<string, string> = {
  accepted: "text-healthy",
  nothing_to_say: "text-ink-quiet",
  limited: "text-errored",
};

/** Every attempt with the response to it, newest first. */
export function Attempts({ history }: { history: NotificationAttempt[] }) {
  if (history.length === 0) return <p className="text-ink-quiet">No attempts yet.</p>;
  return (
    <ol className="grid gap-4" aria-label="Attempts">
      {history.map(({ at, outcome, status, latencyMs, response }) => (
        <li key={at.toISOString()} className="grid gap-2">
          <p className="flex flex-wrap items-baseline gap-x-3 text-sm">
            <span className={clsx("font-medium", LOOKS[outcome] ?? "text-failed")}>
              {outcomeText(outcome, status)}
            </span>
            <span className="text-ink-quiet">{latencyMs.toLocaleString("en")} ms</span>
            <Time at={at} as="exact" className="text-ink-quiet" />
          </p>
          {response && (
            <pre
              // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard.
              tabIndex={0}
              className="max-h-64 overflow-auto rounded-md border border-line bg-surface-quiet px-3 py-2 font-mono text-xs leading-5 wrap-anywhere whitespace-pre-wrap"
            >
              {response}
            </pre>
          )}
        </li>
      ))}
    </ol>
  );
}
