import { z } from "zod";
import { env } from "@/lib/platform/env";
import type { Refusal } from "@/lib/platform/refusal";

/** What a program learns of the snitch that it names by its slug: a key that only reports may read no more. */
export const presentedKept = z.object({
  token: z.string(),
  slug: z.string(),
  check_in_url: z.string(),
  created: z.boolean().meta({ description: "Whether this request created it." }),
});

const refused = z.object({
  slug: z.unknown(),
  type: z.string(),
  error: z.string(),
  validations: z.array(z.object({ attribute: z.string(), message: z.string() })).optional(),
});

export const presentedKeptList = z.object({ snitches: z.array(z.union([presentedKept, refused])) });

type Kept = { slug: string; token: string; created: boolean };

export const presentKept = ({ token, slug, created }: Kept): z.output<typeof presentedKept> => ({
  token,
  slug,
  check_in_url: `${env.CHECK_IN_URL}/${token}`,
  created,
});

export function presentKeptOrRefused(
  result: Kept | { slug: unknown; refusal: Refusal },
): z.output<typeof presentedKeptList>["snitches"][number] {
  if (!("refusal" in result)) return presentKept(result);
  const { slug, refusal } = result;
  return { slug: slug ?? null, type: refusal.type, error: refusal.message, validations: refusal.validations };
}
