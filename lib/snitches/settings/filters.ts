import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";
import type { Filters } from "@/lib/rules/reports/filters";
import { FILTER_DEFAULTS, filtersToStore, presentFilters, usedFilters } from "../filter-attributes";
import { setting } from "./setting";

const MAX_KEYWORDS = 1_000;

/** What an input says about filters. Null if they let everything through. `say`: a problem of a member, in words. */
export function filtersSchema(say: (member: string, problem: string) => string) {
  const choice = (name: string, description: string) =>
    z
      .boolean({ error: say(name, "must be true or false") })
      .nullish()
      .transform((value) => value ?? false)
      .meta({ description });
  const keywords = (name: string, description: string) =>
    z
      .string({ error: say(name, "must be text: put a number in quotes") })
      .trim()
      .max(MAX_KEYWORDS, say(name, `is too long (maximum is ${MAX_KEYWORDS} characters)`))
      .refine(isPostgresText, say(name, NOT_POSTGRES_TEXT))
      .nullish()
      .transform((text) => text ?? "")
      .meta({ description });
  return z
    .strictObject(
      {
        methods: z
          .enum(["", "POST"], { error: say("methods", "must be POST, or be left out for all methods") })
          .nullish()
          .transform((methods) => methods ?? "")
          .meta({ description: "`POST` ignores requests with other methods; empty counts all of them." }),
        in_subject: choice("in_subject", "Whether to look for keywords in the subject of emails."),
        in_body: choice("in_body", "Whether to look for keywords in the text of emails."),
        in_http_body: choice("in_http_body", "Whether to look for keywords in the body of requests."),
        success_keywords: keywords("success_keywords", "Success keywords, separated by commas."),
        failure_keywords: keywords("failure_keywords", "Failure keywords. These are checked first."),
        start_keywords: keywords("start_keywords", "Start keywords. These are checked last."),
        fails_by_default: choice(
          "fails_by_default",
          "If no keyword matches: true for a failure, false to ignore the request.",
        ),
      },
      {
        error: ({ code }) =>
          code === "unrecognized_keys"
            ? `may have ${Object.keys(FILTER_DEFAULTS).join(", ")}`
            : "must be a map",
      },
    )
    .nullable()
    .transform((filters) => (filters ? usedFilters(filters) : null));
}

/** Which requests count as check-ins. Its refusals name the attribute alone. */
export const filters = {
  filters: setting({
    property: "filters",
    input: filtersSchema((member, problem) => `has ${member}, which ${problem}`).meta({
      description: "Which requests and emails count as check-ins, and what they mean. Null for no filters.",
      examples: [{ in_subject: true, success_keywords: "completed, done", failure_keywords: "error" }],
    }),
    output: z
      .object({
        methods: z.enum(["", "POST"]),
        in_subject: z.boolean(),
        in_body: z.boolean(),
        in_http_body: z.boolean(),
        success_keywords: z.string(),
        failure_keywords: z.string(),
        start_keywords: z.string(),
        fails_by_default: z.boolean(),
      })
      .optional()
      .meta({ description: "Which requests count, and what they mean; absent if there are no filters." }),
    default: null as Filters | null,
    encode: presentFilters,
    decode: filtersToStore,
    fact: (set) => set && describeFilters(set),
    replay: "unknown",
  }),
};

/** The filters that are set, in a fixed order: Postgres keeps the members of JSON in an order of its own. */
const describeFilters = (set: Filters): string[] =>
  Object.entries(set)
    .filter(([, value]) => value !== "" && value !== false)
    .map(([name, value]) => (value === true ? name : `${name}: ${value}`))
    .sort();
