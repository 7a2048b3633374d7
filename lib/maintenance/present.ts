import { z } from "zod";
import type { ListedMaintenance } from "./list";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of maintenance in the API. It has one of `all`, `tags` and `snitches`, and either times or a schedule. */
export const presentedMaintenance = z.object({
  id: z.string(),
  name: z.string(),
  note: z.string().meta({ description: "Empty when there is none." }),
  all: z.literal(true).optional().meta({ description: "It covers all snitches of the case." }),
  tags: z.array(z.string()).optional().meta({ description: "It covers snitches with one of these tags." }),
  snitches: z.array(z.string()).optional().meta({ description: "The tokens of the snitches it covers." }),
  starts_at: time.optional(),
  ends_at: time.optional(),
  schedule: z.string().optional().meta({ description: "When each window starts; one expression per line." }),
  timezone: z.string().optional().meta({ description: "The IANA time zone of the schedule." }),
  duration: z.int().optional().meta({ description: "How many seconds each window lasts." }),
});

export type PresentedMaintenance = z.output<typeof presentedMaintenance>;

export const presentMaintenance = (maintenance: ListedMaintenance): PresentedMaintenance => ({
  id: maintenance.id,
  name: maintenance.name,
  note: maintenance.note,
  ...presentScope(maintenance),
  ...(maintenance.schedule === null
    ? { starts_at: maintenance.startsAt.toISOString(), ends_at: maintenance.endsAt.toISOString() }
    : { schedule: maintenance.schedule, timezone: maintenance.timezone, duration: maintenance.duration }),
});

function presentScope({ coversAll, tags, snitches }: ListedMaintenance) {
  if (coversAll) return { all: true as const };
  return tags.length > 0 ? { tags } : { snitches: snitches.map(({ token }) => token) };
}
