import { z } from "zod";
import { link } from "@/lib/platform/link-input";
import { filledText, storableText, trimmedText } from "@/lib/platform/text-input";
import { isSlug } from "@/lib/rules/slug";
import { tagList } from "../input-arrays";
import { setting } from "./setting";

export const NOT_A_SLUG = "must have 1 to 255 characters: letters, digits, hyphens, underscores and dots";

const orNull = (text: string) => text || null;

/** What a snitch is called, and what is known about its job. */
export const identity = {
  name: setting({
    property: "name",
    input: filledText(255).meta({ description: "The name of the job.", examples: ["Nightly backup"] }),
    output: z.string().meta({ examples: ["Nightly backup"] }),
    default: "",
    replay: "same",
  }),
  tags: setting({
    property: "tags",
    input: tagList,
    output: z
      .array(z.string())
      .meta({ description: "In the order they were added.", examples: [["database"]] }),
    default: [] as string[],
    replay: "same",
  }),
  notes: setting({
    property: "notes",
    input: storableText(10_000)
      .nullable()
      .transform((value) => value ?? "")
      .meta({
        description: "A note for the people who are alerted.",
        examples: ["Runs on db1. Restart with `make backup`."],
      }),
    output: z.string().meta({ description: "Empty when there are none.", examples: ["Runs on db1."] }),
    default: "",
    replay: "same",
  }),
  slug: setting({
    property: "slug",
    input: z
      .string({ error: "must be text" })
      .refine((value) => value === "" || isSlug(value), NOT_A_SLUG)
      .nullable()
      .transform((value) => value ?? "")
      .meta({
        description:
          "A name for use by programs, unique in the case: letters, digits, hyphens, underscores and dots. Empty for none.",
        examples: ["nightly-backup"],
      }),
    output: z
      .string()
      .optional()
      .meta({ description: "The name used by programs; absent if there is none." }),
    default: "",
    fact: orNull,
    replay: "same",
  }),
  url: setting({
    property: "url",
    input: link
      .nullable()
      .transform((value) => value ?? "")
      .meta({
        description:
          "A page about the job: a runbook, a repository, a dashboard. Alerts link to it. Empty for none.",
        examples: ["https://wiki.example.com/backup"],
      }),
    output: z.string().optional().meta({ description: "A page about the job; absent if there is none." }),
    default: "",
    fact: orNull,
    replay: "same",
  }),
  environment: setting({
    property: "environment",
    input: trimmedText(255, "must be text: put a number in quotes")
      .nullable()
      .transform((value) => value ?? "")
      .meta({
        description:
          "Where the job runs, such as `production`; at most 64 characters. A slug is unique in its environment. Empty for none.",
        examples: ["production"],
      }),
    output: z.string().optional().meta({ description: "Where the job runs; absent if not set." }),
    default: "",
    fact: orNull,
    replay: "same",
  }),
};
