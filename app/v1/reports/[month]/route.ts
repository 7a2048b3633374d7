import { z } from "zod";
import { tagParameter } from "@/lib/api/evidence-query";
import { operation, route } from "@/lib/api/operation";
import { buildReport, presentedReport } from "@/lib/evidence/report";
import { invalidAttribute } from "@/lib/platform/refusal";
import { findMonth } from "@/lib/rules/history/report-month";
import { isTimeZone } from "@/lib/rules/schedule/time-zone";

export const { DELETE, GET, OPTIONS, PATCH, POST, PUT } = route({
  GET: operation({
    id: "showReport",
    title: "Show a monthly report",
    description:
      "Returns the results of the scheduled runs of a month, such as `2026-05`: per snitch and in total, with each alert that was due in it. The numbers are those of the page: `export/periods` lists the periods behind them. For a percentage, leave out excused and unknown periods. The current month counts up to now. For a key limited to certain snitches, it includes only these.",
    query: z.object({
      tag: tagParameter,
      timezone: z
        .string()
        .refine(isTimeZone, "isn't a valid time zone (for example, Europe/Berlin)")
        .default("UTC")
        .meta({ description: "Where the month begins and ends. Default: UTC." }),
    }),
    response: { name: "Report", schema: presentedReport },
    example: { path: { month: "2026-05" } },
    errors: ["resource_invalid"],
    narrowable: true,
    handle: async ({ theCase, scope, params, query, now }) => {
      const { tag = null, timezone } = query();
      const month = findMonth(params.month, timezone, now);
      if (!month)
        throw invalidAttribute(
          "month",
          "must be a month such as 2026-05, not in the future and not over two years ago",
        );
      return buildReport(theCase.id, { scope, tag }, { month, timezone }, now);
    },
  }),
});
