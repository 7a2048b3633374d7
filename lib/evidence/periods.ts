import { z } from "zod";
import { loadContext } from "@/lib/history/days/context";
import { decideWindows, splitByWindows } from "@/lib/history/days/count";
import { DAY_MS, MINUTE_MS } from "@/lib/rules/durations";
import type { PeriodOutcome } from "@/lib/rules/history/period-outcome";
import { compileSchedule } from "@/lib/rules/schedule/compile";
import type { SelectedSnitch } from "./selection";

const time = z.iso.datetime({ precision: 3 });

const OUTCOMES = ["kept", "missed", "errored", "excused", "unknown", "paused", "open"] as const;
const REASONS = ["maintenance", "pause", "own_outage", "late"] as const;

type Meaning = { outcome: (typeof OUTCOMES)[number]; reason: (typeof REASONS)[number] | null };

/** What the outcomes of periods are called in exports and reports. Of a quiet one there is nothing to say: nothing was expected yet. */
const MEANINGS: Record<Exclude<PeriodOutcome, "quiet">, Meaning> = {
  healthy: { outcome: "kept", reason: null },
  late: { outcome: "kept", reason: "late" },
  missed: { outcome: "missed", reason: null },
  errored: { outcome: "errored", reason: null },
  excused: { outcome: "excused", reason: "maintenance" },
  unknown: { outcome: "unknown", reason: "own_outage" },
  paused: { outcome: "paused", reason: "pause" },
  open: { outcome: "open", reason: null },
};

/** The JSON of a period in an export. */
export const exportedPeriod = z.object({
  snitch: z.string().meta({ description: "The token of the snitch.", examples: ["c2354d53d2b1a4f0"] }),
  name: z.string().meta({ description: "The name of the snitch.", examples: ["Nightly backup"] }),
  start: time.meta({ examples: ["2026-05-28T00:00:00.000Z"] }),
  end: time.meta({ examples: ["2026-05-29T00:00:00.000Z"] }),
  outcome: z.enum(OUTCOMES).meta({ examples: ["missed"] }),
  reason: z.enum(REASONS).nullable(),
});

type ExportedPeriod = z.output<typeof exportedPeriod>;

/** About how many periods are in memory at once, and of how much time the facts are that decide them. */
const PAGE = 5_000;
const CHUNK_MS = 31 * DAY_MS;

/** What became of the periods of these snitches that begin in a range, in order of time. Those that have not begun are not in it. */
export async function* exportPeriods(
  snitches: SelectedSnitch[],
  { from, to }: { from: Date; to: Date },
  now: Date,
): AsyncGenerator<ExportedPeriod[]> {
  if (snitches.length === 0) return;
  const end = Math.min(to.getTime(), now.getTime());
  const perMs = snitches.reduce((sum, one) => sum + 1 / compileSchedule(one).gaps.shortestMs, 0);
  const sliceMs = Math.min(Math.max(Math.floor(PAGE / perMs), MINUTE_MS), CHUNK_MS);
  for (let chunk = from.getTime(); chunk < end; chunk += CHUNK_MS) {
    const chunkEnd = Math.min(chunk + CHUNK_MS, end);
    const context = await loadContext(snitches, new Date(chunk), new Date(chunkEnd), now);
    for (let slice = chunk; slice < chunkEnd; slice += sliceMs) {
      const range = { from: new Date(slice), until: new Date(Math.min(slice + sliceMs, chunkEnd)) };
      const periods: ExportedPeriod[] = [];
      for (const batch of splitByWindows(snitches, sliceMs)) {
        const byId = new Map(batch.map((snitch) => [snitch.id, snitch]));
        await decideWindows(batch, range, context, now, (id, window, outcome) => {
          const { token = "", name = "" } = byId.get(id) ?? {};
          if (outcome !== "quiet") periods.push(presentPeriod({ token, name }, window, outcome));
        });
      }
      if (periods.length > 0) yield periods.sort(byTime);
    }
  }
}

const presentPeriod = (
  { token, name }: { token: string; name: string },
  { start, end }: { start: Date; end: Date },
  outcome: Exclude<PeriodOutcome, "quiet">,
): ExportedPeriod => ({
  snitch: token,
  name,
  start: start.toISOString(),
  end: end.toISOString(),
  ...MEANINGS[outcome],
});

const byTime = (one: ExportedPeriod, other: ExportedPeriod) =>
  compare(one.start, other.start) || compare(one.snitch, other.snitch);
const compare = (one: string, other: string) => Number(one > other) - Number(one < other);
