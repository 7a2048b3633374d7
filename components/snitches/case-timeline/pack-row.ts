import { DAY_MS } from "@/lib/rules/durations";
import type { TimelineAxis } from "@/lib/rules/history/case-timeline/axis";
import { formatHappenings } from "@/lib/rules/history/case-timeline/format-happenings";
import { type Happenings, MARK_KINDS } from "@/lib/rules/history/case-timeline/happenings";
import { packMarks, toMarks } from "@/lib/rules/history/case-timeline/marks";
import { STATUS_LABELS } from "@/lib/rules/history/history-text";
import { shownStatus } from "@/lib/rules/state/is-late";
import type { Status } from "@/lib/rules/state/snitch-state";

/**
 * A row as a page sends it, in as few bytes as it can: the token, the name, the status, what happened in words, what is next, and
 * the marks of each kind: “4 12.3 21.3*24;8 96.3”, where the first number is the place of the kind in `MARK_KINDS`.
 */
export type PackedRow = [
  token: string,
  name: string,
  shown: Status | "late",
  words: string,
  next: string,
  marks: string,
];

type Row = {
  snitch: { token: string; name: string; status: Status; deadline: Date | null };
  happenings: Happenings;
  isDense: boolean;
};

/** How the reader reads times: one on the axis, the hour, and the day. */
export type TimeFormats = Record<"onAxis" | "hour" | "day", (at: Date) => string>;

export function packRow(
  { snitch, happenings, isDense }: Row,
  axis: TimelineAxis,
  formats: TimeFormats,
): PackedRow {
  const status = shownStatus(snitch, new Date(axis.nowMs));
  const next = happenings.due?.[0]?.fromMs ?? snitch.deadline?.getTime() ?? 0;
  const text = `${STATUS_LABELS[status]}. ${formatHappenings(happenings, isDense, formats.onAxis)}`;
  const marks = MARK_KINDS.flatMap((kind, place) => {
    const marksOfKind = toMarks(axis, happenings[kind] ?? []);
    return marksOfKind.length > 0 ? `${place} ${packMarks(marksOfKind)}` : [];
  });
  return [
    snitch.token,
    snitch.name,
    status,
    text,
    formatNext(new Date(next), axis, formats),
    marks.join(";"),
  ];
}

/** The hour if it comes within a day, else the day. Empty if nothing is to come. */
function formatNext(at: Date, { nowMs }: TimelineAxis, { hour, day }: TimeFormats): string {
  if (at.getTime() <= nowMs) return "";
  return at.getTime() < nowMs + DAY_MS ? hour(at) : day(at);
}
