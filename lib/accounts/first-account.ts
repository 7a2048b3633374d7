import type { Client } from "@/lib/http/peer-address";
import { transaction } from "@/lib/platform/db";
import { invalid } from "@/lib/platform/refusal";
import { countSetUpCode } from "@/lib/users/rate-limits";
import { isSetUpCode } from "@/lib/users/set-up-code";

/** Who wants to create the first account. `setUpCode` is what they typed; empty if they were not asked. */
export type Applicant = { client: Client; setUpCode: string };

/**
 * Refuses to create the first account, whose user runs the installation, unless the person is on this machine or has the
 * set-up code: both show that the installation is theirs.
 */
export async function refuseWithoutSetUpCode({ client, setUpCode }: Applicant, now: Date): Promise<void> {
  if (client.isLoopback) return;
  await countSetUpCode(client.address, now);
  if (await transaction((sql) => isSetUpCode(sql, setUpCode))) return;
  throw invalid([{ attribute: "setUpCode", message: setUpCode ? "is not right" : "can't be blank" }]);
}
