import { randomBytes } from "node:crypto";
import { countRequest } from "@/lib/api/rate";
import { actorOfKey } from "@/lib/audit/record";
import { db } from "@/lib/platform/db";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { notFound, parse } from "@/lib/platform/refusal";
import { createUnlessNamed } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import type { Located } from "../locate";

// Only loaded when a snitch is created: the check-in servers need little memory without it.

/** The defaults of a check that a ping creates. Its grace is also how long a run may take. */
const TERMS = { schedule: "every 1 day", grace: 3_600, max_runtime: 3_600 };

/** `isNew` is false if another request has just created the snitch. */
type Created = { kind: "created"; checkInKey: string; isNew: boolean } | { kind: "limited"; seconds: number };

/**
 * Creates the snitch with this slug for a ping that found none. Refuses if the plan has no room. Counts as a request of the
 * API; `seconds` is how long its key must wait if it has made too many.
 */
export async function createCheck(
  { caseId, scope, apiKey }: Located,
  slug: string,
  address: string,
  now: Date,
): Promise<Created> {
  const limit = await countRequest(apiKey.id, now);
  if (limit.isExceeded) return { kind: "limited", seconds: secondsUntilReset(limit, now) };
  const theCase = await db.case.findUnique({ where: { id: caseId } });
  if (!theCase) throw notFound("case");
  const token = randomBytes(8).toString("hex");
  const input = parse(newSnitch, { name: slug, ...TERMS });
  const adder = { kind: "api_key", id: apiKey.id, scope } as const;
  const snitch = await createUnlessNamed(theCase, input, actorOfKey(apiKey, address), { slug, token }, adder);
  return { kind: "created", checkInKey: snitch.checkInKey, isNew: snitch.token === token };
}
