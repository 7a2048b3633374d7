import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import { MAX_AFTER_MINUTES, MAX_STEPS } from "@/lib/rules/incidents/escalate";
import { SEVERITIES } from "@/lib/rules/incidents/incident";
import {
  isForAllSnitches,
  MATCHES_ALL,
  MAX_POLICIES,
  MAX_REPEATS,
  type Policy,
} from "@/lib/rules/incidents/policy";
import { tagList } from "@/lib/snitches/input-arrays";

const MAX_NAME = 100;
const MAX_TARGETS = 100;

const NOT_MINUTES = `after_minutes must be a whole number from 0 to ${MAX_AFTER_MINUTES} (7 days)`;
const NOT_REPEATS = `repeat must be a whole number from 0 to ${MAX_REPEATS}`;
const NOT_A_TARGET = "notify must name a member or a channel in each entry";
const NO_TARGETS = "must notify someone: name a member or a channel";

const object = <Shape extends z.ZodRawShape>(shape: Shape, what: string) =>
  z.strictObject(shape, {
    error: ({ code }) =>
      code === "unrecognized_keys"
        ? `${what} may have ${Object.keys(shape).join(", ")}`
        : `${what} must be an object`,
  });

const name = z
  .string({ error: "name must be text" })
  .trim()
  .min(1, "name can't be blank")
  .max(MAX_NAME, `name is too long (maximum is ${MAX_NAME} characters)`)
  .refine(isPostgresText, NOT_POSTGRES_TEXT);

const tags = tagList.nullish().transform((list) => list ?? []);

const match = object(
  {
    tags_any: tags.meta({ description: "The snitch has one of these tags. Empty for any." }),
    tags_none: tags.meta({ description: "The snitch has none of these tags." }),
    min_severity: z
      .enum(SEVERITIES, { error: `min_severity must be one of ${SEVERITIES.join(", ")}` })
      .nullish()
      .transform((severity) => severity ?? MATCHES_ALL.min_severity),
  },
  "match",
);

const target = z.union(
  [
    z.strictObject({ member: z.string().trim().toLowerCase().min(1) }),
    z.strictObject({ channel: z.string().trim().min(1) }),
  ],
  { error: NOT_A_TARGET },
);

const step = object(
  {
    after_minutes: z
      .int({ error: NOT_MINUTES })
      .min(0, NOT_MINUTES)
      .max(MAX_AFTER_MINUTES, NOT_MINUTES)
      .meta({
        description: "Minutes after the first notification. A step at 0 replaces the default audience.",
      }),
    notify: z
      .array(target, { error: NOT_A_TARGET })
      .min(1, NO_TARGETS)
      .max(MAX_TARGETS, `notify has too many entries (maximum is ${MAX_TARGETS})`)
      .transform((targets) => [...new Map(targets.map((each) => [JSON.stringify(each), each])).values()])
      .meta({ description: "Members by their addresses, and channels by their ids." }),
  },
  "a step",
);

const policy = object(
  {
    name,
    match: match
      .nullish()
      .transform((given) => given ?? MATCHES_ALL)
      .meta({ description: "Which snitches it is for. Empty in the last policy, which is for all." }),
    steps: z
      .array(step, { error: "steps must be a list" })
      .max(MAX_STEPS, `has too many steps (maximum is ${MAX_STEPS})`)
      .transform((steps) => steps.toSorted((one, other) => one.after_minutes - other.after_minutes))
      .refine(
        (steps) => steps.every(({ after_minutes }, i) => steps[i + 1]?.after_minutes !== after_minutes),
        "two steps have the same after_minutes: combine them",
      )
      .meta({ description: "Empty to notify no one further." }),
    repeat: z
      .int({ error: NOT_REPEATS })
      .min(0, NOT_REPEATS)
      .max(MAX_REPEATS, NOT_REPEATS)
      .nullish()
      .transform((count) => count ?? 0)
      .meta({ description: "How often the steps start again after the last one." }),
  },
  "a policy",
);

/** The policies of a case, in order. Null means none. */
export const policyList = z
  .array(policy, { error: "must be a list of policies" })
  .max(MAX_POLICIES, `has too many policies (maximum is ${MAX_POLICIES})`)
  .nullable()
  .transform((policies): Policy[] => policies ?? [])
  .superRefine((policies, context) => {
    const last = policies.at(-1);
    if (last && !isForAllSnitches(last.match))
      context.addIssue({
        code: "custom",
        path: [policies.length - 1, "match"],
        message: "must be empty in the last policy, which is for all snitches",
      });
    for (const [index, { name }] of policies.entries())
      if (policies.findIndex((other) => other.name === name) < index)
        context.addIssue({
          code: "custom",
          path: [index, "name"],
          message: `“${name}” is used by two policies`,
        });
  });

/** The JSON of a policy in the API. */
export const presentedPolicy = z.object({
  name: z.string().meta({ examples: ["Databases"] }),
  match: z.object({
    tags_any: z.array(z.string()).meta({ examples: [["db"]] }),
    tags_none: z.array(z.string()),
    min_severity: z.enum(SEVERITIES),
  }),
  steps: z.array(
    z.object({
      after_minutes: z.int().meta({ examples: [30] }),
      notify: z.array(z.union([z.object({ member: z.string() }), z.object({ channel: z.string() })])),
    }),
  ),
  repeat: z.int(),
});
