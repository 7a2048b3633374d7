import { countRequest } from "@/lib/api/rate";
import { actorOfKey } from "@/lib/audit/record";
import { updateSnitch } from "@/lib/monitoring/update";
import { db } from "@/lib/platform/db";
import { secondsUntilReset } from "@/lib/platform/limiter";
import { notFound, parse, Refusal } from "@/lib/platform/refusal";
import { isSameSchedule, toScheduleTerms } from "@/lib/rules/schedule/schedule-terms";
import { createUnlessNamed } from "@/lib/snitches/create";
import { newSnitch } from "@/lib/snitches/input";
import { usableTerms } from "@/lib/snitches/schedule-input";
import type { Located } from "../locate";

// Only loaded when a snitch is created or changed: the check-in servers need little memory without it.

/** What Cronitor's clients say about a monitor. */
export type Monitor = {
  /** The slug of its snitch. */
  key: string;
  name: string;
  /** Empty if the client does not say. */
  schedule: string;
  timezone?: string;
  /** The grace in seconds. */
  grace?: number;
};

/** The request's key, its case, and the client's address. */
export type From = Pick<Located, "caseId" | "apiKey" | "scope"> & { address: string };

/** The defaults of a new monitor. */
const DEFAULT_TERMS = { schedule: "every 1 day", grace: 3_600 };

const toActor = ({ apiKey, address }: From) => actorOfKey(apiKey, address);

/** Counts a request that creates or changes monitors against the API's limit of the key, and refuses it beyond that. */
export async function countChange({ apiKey }: From, now: Date): Promise<void> {
  const limit = await countRequest(apiKey.id, now);
  if (!limit.isExceeded) return;
  const seconds = secondsUntilReset(limit, now);
  throw new Refusal("rate_limited", `Too many new or changed monitors. Try again in ${seconds} seconds.`);
}

/** Creates the snitch of a monitor, with its schedule if that can be used. Returns its check-in key. Refuses if the plan has no room. */
export async function createMonitor(from: From, monitor: Monitor): Promise<string> {
  const { key: slug, name, schedule } = monitor;
  const theCase = await db.case.findUnique({ where: { id: from.caseId } });
  if (!theCase) throw notFound("case");
  const create = async (terms: object, setBy?: "cronitor") =>
    createUnlessNamed(
      theCase,
      parse(newSnitch, { name, ...terms }),
      toActor(from),
      { slug, ...(setBy && { setBy }) },
      { kind: "api_key", id: from.apiKey.id, scope: from.scope },
    );
  const created =
    schedule === "" ? null : await create(termsIn(monitor), "cronitor").catch(nullIfTermsRefused);
  return (created ?? (await create(DEFAULT_TERMS))).checkInKey;
}

const termsIn = ({ schedule, timezone, grace }: Monitor) => ({
  schedule,
  ...(timezone !== undefined && { timezone }),
  ...(grace !== undefined && { grace }),
});

/** A check-in is not refused because of its schedule. */
function nullIfTermsRefused(error: unknown): null {
  if (error instanceof Refusal && error.type === "resource_invalid") return null;
  throw error;
}

/** Sets a snitch's schedule to its monitor's, if its settings come from clients and the schedule is valid. */
export async function followSchedule(from: From, token: string, monitor: Monitor, now: Date): Promise<void> {
  const { caseId } = from;
  const snitch = await db.snitch.findFirst({ where: { caseId, token, setBy: "cronitor" } });
  if (!snitch) return;
  try {
    const before = toScheduleTerms(snitch);
    const after = { ...usableTerms(termsIn(monitor), before), startGrace: before.startGrace };
    if (isSameSchedule(after, before)) return;
    await countChange(from, now);
    await updateSnitch(caseId, token, termsIn(monitor), now, toActor(from), from.scope);
  } catch (error) {
    nullIfTermsRefused(error);
  }
}
