import { countWrongSetUpCode } from "@/lib/people/users/rate-limits";
import { isSetUpCode } from "@/lib/people/users/set-up-code";
import { transaction } from "@/lib/platform/db";
import { invalidAttribute } from "@/lib/platform/refusal";

/** Who wants to create the first account. `setUpCode` is what they typed; empty if they were not asked. */
export type Applicant = { address: string; setUpCode: string };

/**
 * Refuses to create the first account, whose user runs the installation, unless the person has the set-up code: it shows
 * that they can read the server’s output. Wrong codes are counted by network, and none of them stops the right one:
 * behind a proxy that hides addresses, the owner’s network is also everyone else’s.
 */
export async function refuseWithoutSetUpCode({ address, setUpCode }: Applicant, now: Date): Promise<void> {
  if (!setUpCode) throw invalidAttribute("setUpCode", "can't be blank");
  if (await transaction((sql) => isSetUpCode(sql, setUpCode))) return;
  await countWrongSetUpCode(address, now);
  throw invalidAttribute("setUpCode", "is incorrect");
}
