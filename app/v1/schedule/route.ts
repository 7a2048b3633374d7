import { z } from "zod";
import { operation, route } from "@/lib/api/operation";
import { countParameter, numeric } from "@/lib/api/query";
import { previewSchedule, schedulePreview } from "@/lib/snitches/preview-schedule";
import { schedule } from "@/lib/snitches/settings/schedule";
import { parseUsualTime } from "@/lib/snitches/time-input";

const NOT_A_TIME = "must be a time from 1970 to 2199 (ISO 8601)";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "previewSchedule",
    title: "Preview a schedule",
    description:
      "Returns the next runs of a schedule and the settings a snitch would get with it. Invalid schedules are refused.",
    query: z.object({
      schedule: z
        .string({ error: "can't be blank" })
        .trim()
        .min(1, "can't be blank")
        .meta({ description: "The same as for a new snitch; separate lines with line feeds." }),
      timezone: schedule.timezone.input.meta({ description: "The IANA time zone; UTC by default." }),
      grace: z.preprocess(numeric, schedule.grace.input).meta({
        description: "In seconds; if left out, the default for the schedule.",
      }),
      active: schedule.active.input.meta({ description: "The hours when the job runs." }),
      from: z
        .string()
        .optional()
        .transform((text, context) => {
          const at = text === undefined ? new Date() : parseUsualTime(text);
          if (at) return at;
          context.addIssue({ code: "custom", message: NOT_A_TIME });
          return z.NEVER;
        })
        .meta({ format: "date-time", description: "The runs after this time (ISO 8601); now by default." }),
      count: countParameter(5).meta({ description: "How many runs, from 1 to 100; 5 by default." }),
    }),
    response: { name: "Schedule", schema: schedulePreview },
    example: {
      query: { schedule: "30 7 * * 1-5", timezone: "Europe/Riga", from: "2026-05-29T12:00:00Z", count: "2" },
    },
    errors: ["resource_invalid"],
    narrowable: true,
    handle: async ({ query }) => previewSchedule(query()),
  }),
});
