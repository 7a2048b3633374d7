import { z } from "zod";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { formatSchedule } from "@/lib/rules/schedule/format-schedule";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { nextRuns } from "@/lib/rules/schedule/next-runs";
import { SCHEDULE_KINDS } from "@/lib/rules/schedule/schedule";
import { usableTerms } from "./schedule-input";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of a previewed schedule in the API. */
export const schedulePreview = z.object({
  kind: z.enum(SCHEDULE_KINDS).meta({ examples: ["cron"] }),
  words: z.string().meta({ examples: ["At 07:30, Monday through Friday, Europe/Riga"] }),
  timezone: z.string().meta({ examples: ["Europe/Riga"] }),
  grace: z.int().meta({ description: "In seconds.", examples: [3_600] }),
  next: z.array(time).meta({
    description: "The next runs; for a schedule without fixed times, those after a run at `from`.",
    examples: [["2026-06-01T04:30:00.000Z", "2026-06-02T04:30:00.000Z"]],
  }),
  shortest_gap: z
    .int()
    .meta({ description: "The longest time between two runs, in seconds.", examples: [86_400] }),
  longest_gap: z
    .int()
    .meta({ description: "The longest time between two runs, in seconds.", examples: [259_200] }),
  interval: z
    .enum(INTERVALS)
    .meta({ description: "The shortest interval that covers the longest gap.", examples: ["weekly"] }),
});

type Previewed = {
  schedule: string;
  timezone?: string | null;
  grace?: number | null;
  active?: string | null;
  from: Date;
  count: number;
};

/** The next runs of a schedule and what it is. Refuses one that a snitch could not have. */
export function previewSchedule({ from, count, ...input }: Previewed): z.output<typeof schedulePreview> {
  const terms = usableTerms(input, null);
  const { kind, gaps, graceMs } = compileSchedule(terms);
  return {
    kind,
    words: formatSchedule(terms),
    timezone: terms.timezone,
    grace: graceMs / 1_000,
    next: nextRuns(terms, count, from).map(({ at }) => at.toISOString()),
    shortest_gap: gaps.shortestMs / 1_000,
    longest_gap: gaps.longestMs / 1_000,
    interval: terms.interval,
  };
}
