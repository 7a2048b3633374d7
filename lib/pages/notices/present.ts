import { z } from "zod";
import { IMPACTS, NOTICE_KINDS, NOTICE_STATES } from "./states";
import type { Notice } from "./store";

const time = z.iso.datetime({ precision: 3 });

/** The JSON of a notice in the API. */
export const presentedNotice = z.object({
  id: z.uuid(),
  kind: z.enum(NOTICE_KINDS),
  title: z.string(),
  state: z.enum(NOTICE_STATES).nullable().meta({ description: "Null for news." }),
  pages: z.array(z.string()),
  affected: z.array(z.object({ component: z.uuid(), impact: z.enum(IMPACTS) })),
  incidents: z.array(z.uuid()),
  maintenance: z.uuid().nullable(),
  starts_at: time.nullable(),
  ends_at: time.nullable().meta({ description: "The planned end." }),
  ended_at: time.nullable().meta({ description: "Null until it has ended." }),
  summary: z.string().meta({ description: "Empty when there is none." }),
  automatic: z.boolean().meta({ description: "Whether the page published it by itself." }),
  created_at: time,
  updates: z
    .array(
      z.object({
        id: z.uuid(),
        at: time,
        state: z
          .enum(NOTICE_STATES)
          .nullable()
          .meta({ description: "Null if it does not change the state." }),
        text: z.string(),
        by: z.string().meta({ description: "Not shown on pages." }),
      }),
    )
    .meta({ description: "Oldest first." }),
});

export const presentNotice = (notice: Notice): z.output<typeof presentedNotice> => ({
  id: notice.id,
  kind: notice.kind,
  title: notice.title,
  state: notice.state,
  pages: notice.pages.map(({ slug }) => slug),
  affected: notice.affected,
  incidents: notice.incidentIds,
  maintenance: notice.maintenanceId,
  starts_at: notice.startsAt?.toISOString() ?? null,
  ends_at: notice.endsAt?.toISOString() ?? null,
  ended_at: notice.endedAt?.toISOString() ?? null,
  summary: notice.summary,
  automatic: notice.isAutomatic,
  created_at: notice.createdAt.toISOString(),
  updates: notice.updates.map(({ id, at, state, text, writtenBy }) => ({
    id,
    at: at.toISOString(),
    state,
    text,
    by: writtenBy,
  })),
});
