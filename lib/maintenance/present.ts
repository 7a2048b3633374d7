import { z } from "zod";
import type { ListedMaintenance } from "./list";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of maintenance in the API. It has one of `all`, `tags` and `snitches`, and either times or a schedule. */
export const presentedMaintenance = z.object({
  id: z.string().meta({ examples: ["019e6730-1c00-7b52-9a3f-4a1c2b3d4e5f"] }),
  name: z.string().meta({ examples: ["Database upgrade"] }),
  note: z.string().meta({ description: "Empty when there is none." }),
  all: z.literal(true).optional().meta({ description: "Whether it covers all snitches of the case." }),
  tags: z
    .array(z.string())
    .optional()
    .meta({ description: "Covers snitches with one of these tags.", examples: [["database"]] }),
  snitches: z.array(z.string()).optional().meta({ description: "The tokens of the snitches it covers." }),
  starts_at: time.optional().meta({ examples: ["2030-05-04T22:00:00.000Z"] }),
  ends_at: time.optional().meta({ examples: ["2030-05-05T02:00:00.000Z"] }),
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
