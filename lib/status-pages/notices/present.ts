import { z } from "zod";
import { IMPACTS, NOTICE_KINDS, NOTICE_STATES } from "./states";
import type { Notice } from "./store";

const time = z.iso.datetime({ precision: 3 });

export const EXAMPLE_UPDATE = {
  id: "019e7150-4c01-7a41-8b36-2d5f7c9e1a03",
  at: "2026-05-29T00:15:00.000Z",
  state: "investigating",
  text: "The disk of the backup server is full.",
  by: "Terraform",
} as const;

/** The JSON of a notice in the API. */
export const presentedNotice = z.object({
  id: z.uuid().meta({ examples: ["019e7150-4c00-7a41-8b36-2d5f7c9e1a03"] }),
  kind: z.enum(NOTICE_KINDS),
  title: z.string().meta({ examples: ["Backups of db7 are late"] }),
  state: z
    .enum(NOTICE_STATES)
    .nullable()
    .meta({ description: "Null for news.", examples: ["investigating"] }),
  pages: z.array(z.string().meta({ examples: ["acme"] })),
  affected: z.array(
    z.object({
      component: z.uuid().meta({ examples: ["3d6f8a1c-5b7e-4f20-9c4d-1a2b3c4d5e6f"] }),
      impact: z.enum(IMPACTS),
    }),
  ),
  incidents: z.array(z.uuid()),
  maintenance: z.uuid().nullable(),
  starts_at: time.nullable(),
  ends_at: time.nullable().meta({ description: "The planned end." }),
  ended_at: time.nullable().meta({ description: "Null until it has ended." }),
  summary: z.string().meta({ description: "Empty when there is none." }),
  automatic: z.boolean().meta({ description: "Whether it was published automatically." }),
  created_at: time.meta({ examples: ["2026-05-29T00:15:00.000Z"] }),
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
    .meta({ description: "Oldest first.", examples: [[EXAMPLE_UPDATE]] }),
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
