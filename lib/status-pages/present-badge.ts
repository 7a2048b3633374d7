import { z } from "zod";
import { env } from "@/lib/platform/env";
import { DAYS, SHOWS, STYLES, SUBJECT_TEXT, type Subject, writeSubject } from "./badge-input";
import type { StoredBadge } from "./find-badge";

const EXAMPLE = "5f0c7a1e-9d2b-4c83-8e6f-3b1d2a4c5e6f";

/** The JSON of a badge in the API. */
export const presentedBadge = z.object({
  id: z.string().meta({ examples: [EXAMPLE] }),
  subject: z.string().meta({ description: SUBJECT_TEXT, examples: ["case"] }),
  shows: z.enum(SHOWS),
  days: z.literal(DAYS).meta({ examples: [30] }),
  label: z.string().meta({ examples: ["Backups"] }),
  style: z.enum(STYLES),
  svg: z
    .url()
    .meta({ description: "The URL of the image.", examples: [`${env.APP_URL}/badge/${EXAMPLE}.svg`] }),
  json: z.url().meta({
    description: "The URL for a shields.io endpoint badge.",
    examples: [`${env.APP_URL}/badge/${EXAMPLE}.json`],
  }),
});

export type PresentedBadge = z.output<typeof presentedBadge>;

type Badge = Pick<StoredBadge, "id" | "label" | "settings" | "snitch" | "page">;

export function subjectOf({ snitch, page, settings: { tag } }: Omit<Badge, "id" | "label">): Subject {
  if (snitch) return { kind: "snitch", name: snitch.token };
  if (page) return { kind: "page", name: page.slug };
  return tag === null ? { kind: "case" } : { kind: "tag", name: tag };
}

export const presentBadge = (badge: Badge): PresentedBadge => ({
  id: badge.id,
  subject: writeSubject(subjectOf(badge)),
  shows: badge.settings.shows,
  days: badge.settings.days,
  label: badge.label,
  style: badge.settings.style,
  svg: `${env.APP_URL}/badge/${badge.id}.svg`,
  json: `${env.APP_URL}/badge/${badge.id}.json`,
});
