import { z } from "zod";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { zoneByCity } from "@/lib/rules/schedule/time-zone";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";
import { tagList } from "@/lib/snitches/input-arrays";
import { readHoursRows } from "./hours-rows";

/** Tags as a form has them, with commas between. */
const tags = z
  .string()
  .transform((text): unknown => text.split(","))
  .pipe(tagList);

/** The route of a channel, as a form has it: `cause_…` and `is_default` are checkboxes, and hours are rows of fields. The result is the route of the API. */
export const routeForm = z
  .object({
    tags_any: tags.default([]),
    tags_all: tags.default([]),
    tags_none: tags.default([]),
    min_severity: z.enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` }).default("info"),
  })
  .catchall(z.unknown())
  .transform((form) => {
    const hours = readHoursRows(form);
    const causes = ALERT_CAUSES.filter((cause) => `cause_${cause}` in form);
    return {
      tags_any: form.tags_any,
      tags_all: form.tags_all,
      tags_none: form.tags_none,
      min_severity: form.min_severity,
      // All of them are as good as none, except for alerts without a cause, which no one means to leave out.
      causes: causes.length === ALERT_CAUSES.length ? [] : causes,
      default: "is_default" in form,
      // A webhook and a browser have no such fields.
      ...("routing.timezone" in form && {
        hours: hours.length > 0 ? hours : null,
        timezone: zoneByCity(String(form["routing.timezone"] ?? "")) || null,
        outside: form["routing.outside"],
        critical_anyway: "routing.critical_anyway" in form,
      }),
    };
  });
