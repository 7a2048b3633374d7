"use client";

import { useParams } from "next/navigation";
import { useEffect, useState } from "react";
import { useTimeDisplay } from "@/components/time";
import { type TimeFormats, timeFormats } from "@/components/time-formats";
import { intervalOfWord } from "@/lib/rules/schedule/interval";
import type { SchedulePreview as Preview } from "@/lib/rules/schedule/next-runs";

const FIELDS = ["schedule", "timezone", "grace", "early", "active"];
const WAIT_MS = 250;

type SchedulePreviewProps = {
  preview: Preview | null;
  /** Whether several snitches get the schedule, which have a zone and a grace each: then deadlines are not shown. */
  isOfMany: boolean;
};

/** What a schedule means: its words, its next runs and their deadlines. What is wrong with a field is said next to it. */
export const SchedulePreview = ({ preview, isOfMany }: SchedulePreviewProps) => (
  <div aria-live="polite" className="grid gap-2 text-sm empty:hidden noscript:hidden">
    {preview === null && <p className="text-ink-quiet">Its next runs appear here.</p>}
    {preview && "runs" in preview && <Runs {...preview} isOfMany={isOfMany} />}
  </div>
);

type RunsProps = Extract<Preview, { runs: unknown }> & { isOfMany: boolean };

function Runs({ words: text, timezone, grace, runs, isOfMany }: RunsProps) {
  const display = useTimeDisplay();
  const own = timeFormats({ ...display, zone: timezone });
  const reader = timeFormats(display);
  const isOwnZone = display.zone === timezone;
  return (
    <>
      <p className="font-medium whitespace-pre-line">{text.replaceAll("; ", ";\n")}</p>
      <table className="w-full text-left text-ink-quiet">
        <thead>
          <tr className="text-xs">
            <th className="py-1 pr-4 font-medium">Next runs</th>
            {!isOwnZone && <th className="py-1 pr-4 font-medium">In {timezone}</th>}
            {!isOfMany && <th className="py-1 font-medium">Alert after</th>}
          </tr>
        </thead>
        <tbody className="tabular-nums">
          {runs.map(({ at, dueAt }) => (
            <tr key={at} className="border-t border-line">
              <td className="py-1 pr-4 text-ink">{renderMoment(at, reader)}</td>
              {!isOwnZone && <td className="py-1 pr-4">{renderMoment(at, own)}</td>}
              {!isOfMany && <td className="py-1">{renderMoment(dueAt, reader)}</td>}
            </tr>
          ))}
        </tbody>
      </table>
      <p className="text-ink-quiet">
        {isOfMany
          ? "Each snitch keeps its own time zone and grace unless you change them."
          : `Grace period: ${grace}.`}
      </p>
    </>
  );
}

/** “Tue 10 Mar, 10:37”, which breaks only between the day and the time. */
const renderMoment = (at: string, { day, plainClock }: TimeFormats) => (
  <>
    <span className="whitespace-nowrap">{day(new Date(at))},</span>{" "}
    <span className="whitespace-nowrap">{plainClock(new Date(at))}</span>
  </>
);

/** The response of the server for what the fields contain now. Null while they are empty, and before the first response. */
export function useSchedulePreview(fields: React.RefObject<HTMLElement | null>): Preview | null {
  const { caseId } = useParams<{ caseId: string }>();
  const [preview, setShown] = useState<Preview | null>(null);
  useEffect(() => {
    const element = fields.current;
    if (!element) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let asked = new AbortController();
    const ask = async () => {
      asked.abort();
      asked = new AbortController();
      const value = typedIn(element);
      const text = value.get("schedule") ?? "";
      const isSeen = element.offsetParent !== null;
      // A calendar period has a preview of its own.
      if (!isSeen || text.trim() === "" || intervalOfWord(text)) return setShown(null);
      const response = await fetch(`/${caseId}/schedule?${value}`, { signal: asked.signal });
      if (response.ok) setShown(await response.json());
    };
    // While the server cannot be reached, the last response stays.
    const askSoon = () => {
      clearTimeout(timer);
      timer = setTimeout(() => ask().catch(() => {}), WAIT_MS);
    };
    // The choice of a schedule, which is another field of the form, shows these.
    const form = element.closest("form") ?? element;
    const askIfOwn = ({ target }: Event) => {
      if (target instanceof HTMLInputElement && target.name === "kind") askSoon();
      else if (target instanceof Node && element.contains(target)) askSoon();
    };
    askSoon();
    form.addEventListener("input", askIfOwn);
    return () => {
      clearTimeout(timer);
      asked.abort();
      form.removeEventListener("input", askIfOwn);
    };
  }, [fields, caseId]);
  return preview;
}

function typedIn(element: HTMLElement): URLSearchParams {
  const parameters = new URLSearchParams();
  for (const name of FIELDS) {
    const field = element.querySelector<HTMLInputElement | HTMLTextAreaElement>(`[name=${name}]`);
    if (field?.value) parameters.set(name, field.value);
  }
  return parameters;
}
