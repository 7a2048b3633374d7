import { z } from "zod";
import { isPostgresText } from "@/lib/platform/postgres-text";
import { MAX_SNOOZE_DAYS, snoozeProblem } from "@/lib/rules/incidents/snooze-range";
import { parseTime } from "@/lib/snitches/time-input";

const NOT_A_TIME = "must be a time (ISO 8601), such as “2030-01-01T06:00:00Z”";

/** The body that snoozes an incident. */
export const snoozeUntil = (now: Date) =>
  z
    .object(
      {
        until: z.string({ error: NOT_A_TIME }).meta({
          description: `A time in the future, at most ${MAX_SNOOZE_DAYS} days from now. A time without a zone is UTC.`,
          examples: ["2030-01-01T06:00:00.000Z"],
        }),
      },
      { error: "must be a JSON object" },
    )
    .transform(({ until }, context): Date => {
      const at = parseTime(until);
      const problem = at ? snoozeProblem(at, now) : NOT_A_TIME;
      if (at && !problem) return at;
      context.addIssue({ code: "custom", path: ["until"], message: problem ?? NOT_A_TIME });
      return z.NEVER;
    });

const NOT_A_MEMBER = "must be the email address of a member, or null";

/** The body that assigns an incident. */
export const newAssignee = z.object(
  {
    member: z
      .string({ error: NOT_A_MEMBER })
      .refine(isPostgresText, NOT_A_MEMBER)
      .nullable()
      .meta({
        description: "The email address of a member of the case; null for no one.",
        examples: ["ada@example.com"],
      }),
  },
  { error: "must be a JSON object" },
);
