"use client";

import { listNotices, type Notice, type NoticedIncident } from "@/components/incident-notices";
import { useTimeFormats } from "@/components/time";
import { AlarmClock, Check, Pause } from "@/components/ui/icons";

/** Why no one is alerted about an incident now, in a few words each. The tooltip says it in a sentence. */
export const Notices = ({ notices, className }: { notices: Notice[]; className?: string }) =>
  notices.map(({ text, why }) => (
    <span key={text} title={why} className={className} suppressHydrationWarning>
      {text}
    </span>
  ));

const ICONS: [start: string, Icon: typeof Check][] = [
  ["Acknowledged", Check],
  ["Snoozed", AlarmClock],
];

/** The same as sentences. Use `IncidentSentences`, which sends the browser only what is needed here. */
export function NoticeSentences({ incident, now }: { incident: NoticedIncident; now: Date }) {
  const { soon } = useTimeFormats();
  return listNotices(incident, now, (at) => soon(at, now)).map(({ text, why }) => {
    const [, Icon] = ICONS.find(([start]) => text.startsWith(start)) ?? ["", Pause];
    return (
      <p key={text} className="flex items-baseline gap-2 text-sm">
        <Icon aria-hidden className="size-3.5 shrink-0 translate-y-0.5 text-ink-quiet" />
        <span className="min-w-0 wrap-anywhere" suppressHydrationWarning>
          {why}
        </span>
      </p>
    );
  });
}
