import { z } from "zod";
import type { Channel } from "@/lib/platform/generated/client";
import type { Setting } from "@/lib/platform/setting";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import { ALL_ALERTS } from "@/lib/rules/notifications/route";
import { ALERT_CAUSES } from "@/lib/rules/state/alert-cause";
import { tagList } from "@/lib/snitches/input-arrays";

const setting = <
  const Property extends keyof Channel,
  Input extends z.ZodType,
  Output extends z.ZodType,
  Value,
>(
  row: Setting<Property, Input, Value, Value> & {
    /** What clients read. */
    output: Output;
  },
) => row;

const someTags = z.array(z.string());

const tags = <const Property extends keyof Channel>(property: Property, logName: string, output = someTags) =>
  setting({ property, input: tagList, output, default: [] as string[], logName });

const NOT_A_CAUSE = `must be a list of ${ALERT_CAUSES.join(", ")}`;

/** Which alerts a channel gets. */
export const ROUTING = {
  tags_any: tags("tagsAny", "one_of_the_tags", someTags.meta({ examples: [["database"]] })),
  tags_all: tags("tagsAll", "all_of_the_tags"),
  tags_none: tags("tagsNone", "none_of_the_tags"),
  min_severity: setting({
    property: "minSeverity",
    input: z.enum(SEVERITIES, { error: `must be one of ${SEVERITIES.join(", ")}` }),
    output: z.enum(SEVERITIES).meta({ examples: ["warning"] }),
    default: ALL_ALERTS.minSeverity,
    logName: "severity_at_least",
  }),
  causes: setting({
    property: "causes",
    input: z
      .array(z.enum(ALERT_CAUSES, { error: NOT_A_CAUSE }), { error: NOT_A_CAUSE })
      .max(ALERT_CAUSES.length, NOT_A_CAUSE),
    output: z.array(z.enum(ALERT_CAUSES)).meta({ description: "Empty for all." }),
    default: ALL_ALERTS.causes,
    decode: (causes) => [...new Set(causes)],
  }),
  default: setting({
    property: "isDefault",
    input: z.boolean({ error: "must be true or false" }),
    output: z.boolean().meta({ description: "Whether it receives alerts that match no other channel." }),
    default: false,
    fact: (isDefault) => (isDefault ? "yes" : "no"),
  }),
};
