import { z } from "zod";
import { isPostgresText, NOT_POSTGRES_TEXT } from "@/lib/platform/postgres-text";

export const MAX_ADDRESSES = 20;
const MAX_ADDRESS_CHARACTERS = 254;
const MAX_TAG_CHARACTERS = 64;
export const MAX_TAGS = 50;

/** Longer lists are refused before their items are validated, because each item could add an error. */
const MAX_ITEMS = 1_000;

function refuseHugeList(list: unknown, context: z.RefinementCtx): unknown {
  if (!Array.isArray(list) || list.length <= MAX_ITEMS) return list;
  context.addIssue(`has too many items (maximum is ${MAX_ITEMS.toLocaleString("en")})`);
  return z.NEVER;
}

/** A list of tags: trimmed, without blanks and repetitions, in the order of the input. Null means none. */
export const tagList = z
  .preprocess(
    refuseHugeList,
    z
      .array(
        z
          .string({ error: "must be a list of texts" })
          .trim()
          .max(MAX_TAG_CHARACTERS, `has a tag that is too long (maximum is ${MAX_TAG_CHARACTERS} characters)`)
          .refine(isPostgresText, NOT_POSTGRES_TEXT)
          // Clients resolve dots in a path, so a request to remove such a tag would delete the snitch.
          .refine(
            (tag) => !/^\.\.?$/.test(tag),
            "has a tag that consists only of dots, which can’t be used in a path",
          ),
        { error: "must be a list of texts" },
      )
      .nullable(),
  )
  .transform((tags) => [...new Set((tags ?? []).filter(Boolean))])
  .refine((tags) => tags.length <= MAX_TAGS, `has too many tags (maximum is ${MAX_TAGS})`)
  .meta({
    description: `Keywords; at most ${MAX_TAGS}. Blank ones are ignored.`,
    examples: [["critical", "database"]],
  });

const isAddress = (text: string) =>
  text.length <= MAX_ADDRESS_CHARACTERS && z.email().safeParse(text).success;

/** Email addresses as a list or as one comma-separated text. Null and empty mean none. */
export const addressList = z
  .preprocess(
    refuseHugeList,
    z.union([z.array(z.string()), z.string()], { error: "must be a list of addresses" }).nullable(),
  )
  .transform((input) => (typeof input === "string" ? input.split(",") : (input ?? [])))
  .transform((addresses) => [...new Set(addresses.map((address) => address.trim()).filter(Boolean))])
  .refine((addresses) => addresses.length <= MAX_ADDRESSES, {
    error: `has too many addresses (maximum is ${MAX_ADDRESSES})`,
    abort: true,
  })
  .superRefine((addresses, context) => {
    for (const address of addresses.filter((each) => !isAddress(each))) {
      context.addIssue(`has an invalid address: ${address.slice(0, 100).toWellFormed()}`);
    }
  })
  .meta({
    description: `Alerted instead of the case’s members; at most ${MAX_ADDRESSES}.`,
    examples: [["ops@example.com"]],
  });
