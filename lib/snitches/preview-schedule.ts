import { z } from "zod";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import { INTERVALS } from "@/lib/rules/schedule/interval";
import { nextRuns } from "@/lib/rules/schedule/next-runs";
import { SCHEDULE_KINDS } from "@/lib/rules/schedule/schedule";
import { scheduleInWords } from "@/lib/rules/schedule/words";
import { usableTerms } from "./schedule-input";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of a previewed schedule in the API. */
export const schedulePreview = z.object({
  kind: z.enum(SCHEDULE_KINDS),
  words: z.string(),
  timezone: z.string(),
  grace: z.int().meta({ description: "In seconds." }),
  next: z.array(time).meta({
    description: "The next runs; for a schedule without fixed times, those of a job that runs at `from`.",
  }),
  shortest_gap: z.int().meta({ description: "The longest time between two runs, in seconds." }),
  longest_gap: z.int().meta({ description: "The longest time between two runs, in seconds." }),
  interval: z
    .enum(INTERVALS)
    .meta({ description: "The shortest interval that is at least the longest gap." }),
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
    words: scheduleInWords(terms),
    timezone: terms.timezone,
    grace: graceMs / 1_000,
    next: nextRuns(terms, count, from).map(({ at }) => at.toISOString()),
    shortest_gap: gaps.shortestMs / 1_000,
    longest_gap: gaps.longestMs / 1_000,
    interval: terms.interval,
  };
}
