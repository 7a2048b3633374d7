import { parse } from "@/lib/api/parse";
import { countRequest } from "@/lib/api/rate";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { notFound, Refusal } from "@/lib/platform/refusal";
import { isSameSchedule, termsOf } from "@/lib/rules/schedule/schedule-terms";
import { createUnlessNamed } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import type { Located } from "../locate";

// Only loaded when a snitch is created or changed: the check-in servers need little memory without it.

/** What a new monitor has until somebody says more. */
const DEFAULT_SCHEDULE = { schedule: "every 1 day", grace: 3_600 };

type From = Pick<Located, "caseId" | "apiKey"> & { address: string };

const actorOf = ({ apiKey: { id, name }, address }: From) =>
  ({ kind: "api_key", id, name, address }) as const;

/**
 * Creates the snitch of a monitor, with the schedule if it can be used. Returns its token. Refuses if the plan has no room, or
 * the key has made too many requests.
 */
export async function createMonitor(
  from: From,
  monitor: string,
  schedule: string,
  now: Date,
): Promise<string> {
  const limit = await countRequest(from.apiKey.id, now);
  if (limit.isExceeded) {
    const seconds = secondsUntilReset(limit, now);
    throw new Refusal("rate_limited", `Too many new monitors. Try again in ${seconds} seconds.`);
  }
  const theCase = await db.case.findUnique({ where: { id: from.caseId } });
  if (!theCase) throw notFound("case");
  const create = async (terms: object, setBy?: "cronitor") =>
    createUnlessNamed(theCase, parse(newSnitch, { name: monitor, ...terms }), actorOf(from), {
      slug: monitor,
      ...(setBy && { setBy }),
    });
  const created = schedule === "" ? null : await create({ schedule }, "cronitor").catch(unlessInvalid);
  return (created ?? (await create(DEFAULT_SCHEDULE))).token;
}

/** A check-in is not refused because of its schedule. */
function unlessInvalid(error: unknown): null {
  if (error instanceof Refusal && ["resource_invalid", "plan_limit_reached"].includes(error.type))
    return null;
  throw error;
}

/** Gives a snitch the schedule that came with an event, if its settings come with events and it can be used. */
export async function followSchedule(from: From, token: string, schedule: string, now: Date): Promise<void> {
  const { caseId } = from;
  const snitch = await db.snitch.findFirst({ where: { caseId, token, setBy: "cronitor" } });
  if (!snitch) return;
  try {
    const before = termsOf(snitch);
    const after = { ...usableTerms({ schedule }, before), startGrace: before.startGrace };
    if (isSameSchedule(after, before)) return;
    if ((await countRequest(from.apiKey.id, now)).isExceeded) return;
    await updateSnitch(caseId, token, { schedule }, now, actorOf(from));
  } catch (error) {
    unlessInvalid(error);
  }
}
