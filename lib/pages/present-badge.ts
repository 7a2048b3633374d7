import { z } from "zod";
import { env } from "@/lib/platform/env";
import { DAYS, SHOWS, STYLES, type Subject, writeSubject } from "./badge-input";
import type { StoredBadge } from "./find-badge";

/** The JSON of a badge in the API. */
export const presentedBadge = z.object({
  id: z.string(),
  subject: z.string().meta({ description: "`case`, `snitch:TOKEN` or `tag:NAME`." }),
  shows: z.enum(SHOWS),
  days: z.union(DAYS.map((days) => z.literal(days))),
  label: z.string(),
  style: z.enum(STYLES),
  svg: z.url().meta({ description: "The address of the image." }),
  json: z.url().meta({ description: "The address for the endpoint badge of shields.io." }),
});

export type PresentedBadge = z.output<typeof presentedBadge>;

const findSubject = (snitch: StoredBadge["snitch"], tag: string | null): Subject => {
  if (snitch) return { kind: "snitch", name: snitch.token };
  return tag === null ? { kind: "case" } : { kind: "tag", name: tag };
};

export const presentBadge = ({ id, label, snitch, settings }: StoredBadge): PresentedBadge => ({
  id,
  subject: writeSubject(findSubject(snitch, settings.tag)),
  shows: settings.shows,
  days: settings.days,
  label,
  style: settings.style,
  svg: `${env.APP_URL}/badge/${id}.svg`,
  json: `${env.APP_URL}/badge/${id}.json`,
});
