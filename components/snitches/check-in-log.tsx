import clsx from "clsx";
import { Mail, Webhook } from "lucide-react";
import { RelativeTime } from "@/components/relative-time";
import { exactlyInUtc } from "@/components/time-in-words";
import type { Entry, Told } from "@/lib/check-ins/timeline";
import type { AlertKind, Status } from "@/lib/snitches/status";
import { StatusMark } from "./status-badge";

const ALERTS: Record<AlertKind, { word: string; status: Status }> = {
  missing: { word: "Missing", status: "failed" },
  errored: { word: "Errored", status: "errored" },
  reporting: { word: "Reporting", status: "healthy" },
  paused: { word: "Paused", status: "paused" },
};

/** What happened to a snitch, newest first: check-ins, alerts, and who was told of them. */
export function CheckInLog({ entries, now }: { entries: Entry[]; now: Date }) {
  return (
    <ol className="grid">
      {entries.map((entry) => (
        <li
          key={entry.id}
          className="grid grid-cols-[0.75rem_1fr_auto] items-baseline gap-x-3 border-b border-line py-2 text-sm last:border-0"
        >
          {entry.kind === "check_in" ? <CheckIn entry={entry} /> : <Alert entry={entry} />}
          <span className="text-right text-ink-quiet">
            <RelativeTime at={entry.at} now={now} />
            <span className="hidden pl-3 text-xs sm:inline">
              {exactlyInUtc(entry.at).replace(/ \d{4}/, "")}
            </span>
          </span>
        </li>
      ))}
    </ol>
  );
}

function CheckIn({
  entry: { isHealthy, exitStatus, message, from },
}: {
  entry: Extract<Entry, { kind: "check_in" }>;
}) {
  return (
    <>
      <StatusMark status={isHealthy ? "healthy" : "errored"} className="opacity-70" />
      <div title={from} className="flex min-w-0 flex-wrap items-baseline gap-x-3 gap-y-1">
        <p>
          {isHealthy ? "Checked in" : "Reported an error"}
          {exitStatus && <span className="text-ink-quiet">, exit status {exitStatus}</span>}
        </p>
        {message && <Message text={message} />}
      </div>
    </>
  );
}

const MESSAGE_SHOWN = 160;

function Message({ text }: { text: string }) {
  if (text.length <= MESSAGE_SHOWN && !text.includes("\n")) {
    return <p className="font-mono text-xs break-words text-ink-quiet">“{text}”</p>;
  }
  return (
    <details className="w-full min-w-0 font-mono text-xs text-ink-quiet">
      <summary className="truncate py-1">{text.slice(0, MESSAGE_SHOWN)}…</summary>
      <pre className="max-h-80 overflow-auto rounded-md bg-surface-quiet p-2 break-words whitespace-pre-wrap">
        {text}
      </pre>
    </details>
  );
}

function Alert({ entry: { alert, told } }: { entry: Extract<Entry, { kind: "alert" }> }) {
  const { word, status } = ALERTS[alert];
  return (
    <>
      <StatusMark status={status} />
      <div className="grid min-w-0 gap-1">
        <p className="font-medium">{word}</p>
        {told.map((one) => (
          <ToldLine key={one.id} told={one} />
        ))}
      </div>
    </>
  );
}

function ToldLine({ told }: { told: Told }) {
  const Icon = told.how === "mail" ? Mail : Webhook;
  return (
    <p
      className={clsx(
        "flex min-w-0 items-baseline gap-1.5 text-xs",
        told.outcome === "gave_up" ? "text-failed" : "text-ink-quiet",
      )}
    >
      <Icon aria-hidden className="size-3 shrink-0 translate-y-0.5" />
      <span className="min-w-0 break-words">{toldInWords(told)}</span>
    </p>
  );
}

function toldInWords({ how, to, outcome, attempts, latest }: Told): string {
  const tries = `${attempts} attempt${attempts === 1 ? "" : "s"}`;
  const why = latest ? ` (${latest.status ? `answered ${latest.status}` : latest.outcome})` : "";
  if (outcome === "gave_up") return `${to}: gave up after ${tries}${why}`;
  if (outcome === "owed")
    return attempts > 0 ? `${to}: trying again after ${tries}${why}` : `${to}: on its way`;
  if (how === "mail") return `Sent to ${to}`;
  return `Delivered to ${to}${latest ? ` in ${latest.latencyMs.toLocaleString("en")} ms` : ""}`;
}
