import { z } from "zod";
import { countParameter, numeric } from "@/lib/api/query";
import { json, methodNotAllowed } from "@/lib/api/response";
import { withCase } from "@/lib/api/with-case";
import { parse } from "@/lib/platform/parse";
import { previewSchedule } from "@/lib/snitches/preview-schedule";
import { schedule } from "@/lib/snitches/settings/schedule";
import { parseUsualTime } from "@/lib/snitches/time-input";

const NOT_A_TIME = "must be a time from 1970 to 2199 (ISO 8601)";

const query = z.object({
  schedule: z.string({ error: "can't be blank" }).trim().min(1, "can't be blank"),
  timezone: schedule.timezone.input,
  grace: z.preprocess(numeric, schedule.grace.input),
  active: schedule.active.input,
  count: countParameter(5),
  from: z
    .string()
    .optional()
    .transform((text, context) => {
      const at = text === undefined ? new Date() : parseUsualTime(text);
      if (at) return at;
      context.addIssue({ code: "custom", message: NOT_A_TIME });
      return z.NEVER;
    }),
});

export const GET = withCase(
  async (request) =>
    json(previewSchedule(parse(query, Object.fromEntries(new URL(request.url).searchParams)))),
  { isNarrowable: true },
);

const refuse = methodNotAllowed("GET", "HEAD");

export { refuse as DELETE, refuse as OPTIONS, refuse as PATCH, refuse as POST, refuse as PUT };
