import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { EnsuredOrRefusal, EnsuredSnitch } from "./ensure-by-slug";

/** What a program learns of the snitch that it names by its slug: a key that only reports may read no more. */
export const presentedBySlug = z.object({
  token: z.string().meta({ examples: ["c2354d53d2b1a4f0"] }),
  slug: z.string().meta({ examples: ["nightly-backup"] }),
  check_in_url: z.string().meta({ examples: [`${env.CHECK_IN_URL}/c2354d53d2b1a4f0`] }),
  created: z.boolean().meta({ description: "Whether this request created it.", examples: [true] }),
});

const refused = z.object({
  slug: z.unknown(),
  type: z.string(),
  error: z.string(),
  validations: z.array(z.object({ attribute: z.string(), message: z.string() })).optional(),
});

export const presentedListBySlug = z.object({ snitches: z.array(z.union([presentedBySlug, refused])) });

/** The URL is for every key that may ask, also after it was replaced: to check in is all that some may do. */
export const presentBySlug = ({
  token,
  checkInKey,
  slug,
  created,
}: EnsuredSnitch): z.output<typeof presentedBySlug> => ({
  token,
  slug,
  check_in_url: `${env.CHECK_IN_URL}/${checkInKey}`,
  created,
});

export function presentBySlugOrRefusal(
  result: EnsuredOrRefusal,
): z.output<typeof presentedListBySlug>["snitches"][number] {
  if (!("refusal" in result)) return presentBySlug(result);
  const { slug, refusal } = result;
  return { slug: slug ?? null, type: refusal.type, error: refusal.message, validations: refusal.validations };
}
