import { z } from "zod";
import { env } from "@/lib/platform/env";
import { DAYS, SHOWS, STYLES, SUBJECT_WORDS, type Subject, writeSubject } from "./badge-input";
import type { StoredBadge } from "./find-badge";

/** The JSON of a badge in the API. */
export const presentedBadge = z.object({
  id: z.string(),
  subject: z.string().meta({ description: SUBJECT_WORDS }),
  shows: z.enum(SHOWS),
  days: z.literal(DAYS),
  label: z.string(),
  style: z.enum(STYLES),
  svg: z.url().meta({ description: "The address of the image." }),
  json: z.url().meta({ description: "The address for the endpoint badge of shields.io." }),
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
