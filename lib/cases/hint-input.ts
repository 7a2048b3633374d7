import { z } from "zod";
import { link } from "@/lib/platform/link-input";
import { BLANK, trimmedText } from "@/lib/platform/text-input";
import type { Hint } from "@/lib/rules/incidents/hints";

export const MAX_HINTS = 50;
const NOT_A_STATUS = "must be a whole number or a text of at most 100 characters";

const line = (maximum: number) =>
  trimmedText(maximum).refine(
    (text) => !/\p{Cc}/u.test(text),
    "can't have line breaks or control characters",
  );

/** An absent or empty text is null. */
const orNull = (text: z.ZodType<string>) => text.nullish().transform((value) => value || null);

const hint = z
  .strictObject(
    {
      exit_status: z
        .union([z.int(), line(100)], { error: NOT_A_STATUS })
        .nullish()
        .transform((status) => (status === "" ? null : (status ?? null)))
        .meta({ description: "The exit status of the job, such as `137`." }),
      text: orNull(line(200)).meta({
        description: "Text in the job’s output, matched literally, not as a pattern.",
      }),
      hint: line(500).min(1, BLANK).meta({ description: "A sentence for people." }),
      url: orNull(link).meta({ description: "A page with more information, such as a runbook." }),
    },
    {
      error: ({ code }) =>
        code === "unrecognized_keys" ? "may have exit_status, text, hint, url" : "must be an object",
    },
  )
  .refine(({ exit_status, text }) => exit_status !== null || text !== null, {
    error: "needs an exit_status or a text",
  });

/** The hints of a case. Null means none. */
export const hintList = z
  .array(hint, { error: "must be a list of hints" })
  .max(MAX_HINTS, `has too many hints (maximum is ${MAX_HINTS})`)
  .nullable()
  .transform((hints): Hint[] => hints ?? [])
  .meta({ description: "The first hint that matches an error is shown." });

/** The JSON of a hint in the API. */
export const presentedHint = z.object({
  exit_status: z.union([z.string(), z.int()]).nullable(),
  text: z.string().nullable(),
  hint: z.string(),
  url: z.string().nullable(),
});

/**
 * The column as hints, with their members in a fixed order: Postgres keeps them in one of its own. The cast is safe: only `updateCase`
 * writes it.
 */
export const readHints = (column: unknown): Hint[] =>
  (column as Hint[]).map(({ exit_status, text, hint, url }) => ({ exit_status, text, hint, url }));
