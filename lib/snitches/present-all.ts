import type { KeyScope } from "@/lib/cases/key-scope";
import { env } from "@/lib/platform/env";
import type { Snitch } from "@/lib/platform/generated/client";
import { type PresentedSnitch, presentSnitch } from "./present";
import { findRelations } from "./relations";

/** The JSON of these snitches, as a key with this scope may see it. */
export async function presentAll(snitches: Snitch[], scope: KeyScope, now: Date): Promise<PresentedSnitch[]> {
  const relationsOf = await findRelations(snitches, scope);
  return snitches.map((snitch) => presentSnitch(snitch, env.CHECK_IN_URL, now, relationsOf(snitch)));
}
