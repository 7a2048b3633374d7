import { z } from "zod";
import { inputsOf } from "@/lib/platform/setting";
import { isSlug } from "@/lib/rules/slug";
import { withTopLevelInterval } from "./input";
import { identity, NOT_A_SLUG } from "./settings/identity";
import { schedule } from "./settings/schedule";

/** The slug that a path names a snitch by. */
export const slugOfPath = z.string({ error: NOT_A_SLUG }).refine(isSlug, NOT_A_SLUG);

const { interval, timezone, grace } = schedule;

const attributes = {
  name: identity.name.input
    .optional()
    .meta({ description: "The name of a new snitch; its slug by default." }),
  interval: interval.input.meta({ description: "How often the job has to check in." }),
  ...inputsOf({ schedule: schedule.schedule, timezone, grace }),
  tags: identity.tags.input.optional().meta({ description: "The tags of a new snitch." }),
};

/** What a program says about the snitch with a slug. Unknown attributes are ignored. */
export const namedSnitch = z.preprocess(
  withTopLevelInterval,
  z.object(attributes, { error: "must be a JSON object" }),
);

export type NamedSnitch = z.output<typeof namedSnitch>;

export const MAX_NAMED_SNITCHES = 500;

const TOO_MANY = `has too many items (maximum is ${MAX_NAMED_SNITCHES})`;

/** Many at once. Each item is parsed on its own, because one that is refused does not hold back the others. */
export const namedSnitches = z.object(
  {
    snitches: z
      .array(z.looseObject({}, { error: "must be a list of objects" }), {
        error: "must be a list of objects",
      })
      .min(1, "can't be empty")
      .max(MAX_NAMED_SNITCHES, TOO_MANY)
      .meta({
        description: `Up to ${MAX_NAMED_SNITCHES} objects, each with a \`slug\` and the attributes above.`,
      }),
  },
  { error: "must be a JSON object" },
);

/** One of many. */
export const namedSnitchOfMany = z.preprocess(
  withTopLevelInterval,
  z.object({ slug: slugOfPath, ...attributes }),
);
