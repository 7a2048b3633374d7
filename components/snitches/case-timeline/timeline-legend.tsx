import type { MarkKind } from "@/lib/rules/history/case-timeline/happenings";

const SHOWN: [MarkKind, string][] = [
  ["ran", "Healthy"],
  ["failed", "Errored"],
  ["missed", "Missed"],
  ["lost", "Unknown"],
  ["incident", "Incident open"],
  ["maintenance", "Maintenance"],
  ["paused", "Paused"],
  ["due", "Due"],
];

/** What the marks of a timeline mean. */
export const TimelineLegend = () => (
  <ul className="flex flex-wrap gap-x-4 gap-y-1 pb-2 text-xs text-ink-quiet">
    {SHOWN.map(([kind, label]) => (
      <li key={kind} className="inline-flex items-center gap-1.5">
        <svg aria-hidden viewBox="0 0 14 20" className="timeline-mark h-5 w-3.5">
          <path className={kind} d={kind === "failed" || kind === "missed" ? "M4 10h4" : "M0 10h14"} />
        </svg>
        {label}
      </li>
    ))}
  </ul>
);
