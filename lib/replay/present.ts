import { z } from "zod";
import { HOLDS } from "@/lib/rules/incidents/incident";
import type { AlertKind } from "@/lib/rules/state/alert-draft";
import { MIN_RUNS } from "./advise-grace";
import { type DayOfReplay, listDays } from "./days";
import { GRACE_DAYS, type SnitchReplay } from "./replay-snitch";

const time = z.iso.datetime({ precision: 3 });

const KINDS = ["missing", "errored", "reporting", "paused"] as const satisfies AlertKind[];

/** How many of the latest alerts are in a response. */
const MAX_ALERTS = 1_000;

const alert = z.object({
  at: time,
  type: z.enum(KINDS),
  cause: z.string().nullable(),
  told: z.boolean().meta({ description: "Whether people are notified of it." }),
});

/** The JSON of a replay in the API. */
export const presentedReplay = z.object({
  since: time.meta({ examples: ["2026-04-27T12:00:00.000Z"] }),
  until: time.meta({ examples: ["2026-05-27T12:00:00.000Z"] }),
  alerts: z
    .array(
      alert.extend({
        told_at: time.nullable(),
        hold: z.enum(HOLDS).nullable().meta({ description: "Why the notification had to wait." }),
      }),
    )
    .meta({
      description: `The alerts that would have been raised, with and without a notification: the latest ${MAX_ALERTS}.`,
    }),
  was_alerted: z.array(alert).meta({ description: "The alerts raised during the same time." }),
  days: z
    .array(
      z.object({
        day: z.iso.date(),
        would_tell: z.int(),
        would_not_tell: z.int(),
        told: z.int(),
      }),
    )
    .meta({ description: "Misses and errors per UTC day. Days without any are left out." }),
  suggested_grace: z
    .int()
    .nullable()
    .meta({
      description: `A grace, in seconds, that fits the runs of the last ${GRACE_DAYS} days: the one that 99% of them kept within, plus a fifth. Null with fewer than ${MIN_RUNS} runs, and if a grace has no effect.`,
    }),
  smallest_grace: z
    .int()
    .nullable()
    .meta({
      description: `The smallest grace, in seconds, that would have raised no false alarm in the last ${GRACE_DAYS} days.`,
    }),
});

export const presentReplay = async (replay: SnitchReplay): Promise<z.output<typeof presentedReplay>> => ({
  since: replay.since.toISOString(),
  until: replay.until.toISOString(),
  alerts: replay.replayed.slice(-MAX_ALERTS).map(({ at, kind, cause, isNotified, notifiedAt, hold }) => ({
    at: at.toISOString(),
    type: kind,
    cause,
    told: isNotified,
    told_at: notifiedAt?.toISOString() ?? null,
    hold,
  })),
  was_alerted: replay.raised.slice(-MAX_ALERTS).map(({ at, kind, cause, isNotified }) => ({
    at: at.toISOString(),
    type: kind,
    cause,
    told: isNotified,
  })),
  days: listDays(replay).map(presentDay),
  suggested_grace: inSeconds(replay.advice.kind === "grace" ? replay.advice.minutes : null),
  smallest_grace: inSeconds(await replay.smallestGrace),
});

const inSeconds = (minutes: number | null) => (minutes === null ? null : minutes * 60);

const presentDay = ({ day, wouldNotify, wouldNotNotify, notified }: DayOfReplay) => ({
  day,
  would_tell: wouldNotify,
  would_not_tell: wouldNotNotify,
  told: notified,
});
