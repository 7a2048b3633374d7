import { tellChanged } from "@/lib/live/changes";
import { bringAbout } from "@/lib/monitoring/apply-report";
import { type Written, writeDown } from "@/lib/monitoring/save-transitions";
import { isInDoubt } from "@/lib/monitoring/sweep-guard";
import type { Owed } from "@/lib/outbox/pending";
import { ringLater } from "@/lib/outbox/wake-workers";
import { isCollision, isOutage } from "@/lib/platform/db-errors";
import { log } from "@/lib/platform/log";
import { msSinceLoss } from "@/lib/platform/pool";
import { isOverdue } from "@/lib/rules/apply-time";
import { type Locked, lockSnitches, saveStillWell } from "@/lib/snitches/store";
import type { CheckIn, Recorded } from "./check-in";
import { commit } from "./connection";
import { insertRows, type Row, standing } from "./insert";
import { type Allowance, allow, minuteOfRefusal } from "./rate-limit";

/** `promised` ones come from a journal: their jobs were told that they count, and some may stand already. */
type How = { promised: boolean };

const TRIES = 3;

/**
 * Records check-ins, in their order, in as few transactions as possible. One with which something is wrong is lost
 * alone. Throws when the database is away: then some may be committed, which only the database knows.
 */
export async function record(checkIns: CheckIn[], how: How): Promise<Recorded[]> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await recordTogether(checkIns, how);
    } catch (fault) {
      if (isOutage(fault)) throw fault;
      if (isCollision(fault) && tries < TRIES) continue;
      if (checkIns.length > 1) return recordOneByOne(checkIns, how);
      const { id, token } = checkIns[0] ?? {};
      log.error({ err: fault, requestId: id, token }, "a check-in was not recorded");
      return [{ kind: "lost" }];
    }
  }
}

async function recordOneByOne(checkIns: CheckIn[], how: How): Promise<Recorded[]> {
  const answers: Recorded[] = [];
  for (const checkIn of checkIns) answers.push(...(await record([checkIn], how)));
  return answers;
}

const LOCK = "s.token = ANY($1::text[])";

async function recordTogether(checkIns: CheckIn[], { promised }: How): Promise<Recorded[]> {
  let owed: Owed | undefined;
  let stirred: Desk[] = [];
  const answers = await commit(async (sql) => {
    const tokens = [...new Set(checkIns.map(({ token }) => token))];
    const desks = new Map<string, Desk>();
    for (const snitch of await lockSnitches(sql, LOCK, [tokens]))
      desks.set(snitch.token, { snitch, tales: [], pauses: [], isChanged: false, wasWell: isWell(snitch) });

    // Only now: whoever wrote one of them before us held the same locks.
    const known = promised ? await standing(sql, withSnitches(checkIns, desks)) : new Set<string>();
    const isOverdueHere = ({ token, at }: CheckIn) => {
      const desk = desks.get(token);
      return desk !== undefined && isOverdue(desk.snitch, at);
    };
    const inDoubt = checkIns.some(isOverdueHere) && (await isInDoubt(sql, msSinceLoss()));
    const heard = checkIns.map((checkIn) =>
      hear(desks.get(checkIn.token), checkIn, { promised, known, inDoubt }),
    );

    const rows = heard.flatMap(({ row }) => row ?? []);
    const changed = [...desks.values()].filter(({ isChanged }) => isChanged);
    const eventful = changed.filter((desk) => !isStillWell(desk));
    stirred = eventful;
    const write = async () => {
      const still = changed.filter(isStillWell).map(({ snitch }) => snitch);
      const all = [
        insertRows(sql, rows, promised),
        saveStillWell(sql, still),
        writeDown(sql, eventful),
      ] as const;
      [, , owed] = await Promise.all(all);
      return heard.map(({ answer }) => answer);
    };
    return { writes: write(), isSent: eventful.length === 0 };
  });
  if (owed) ringLater(owed);
  tellChanged(stirred.map(({ snitch }) => snitch.caseId));
  return answers;
}

const isWell = ({ status, missingSince, undecidedSince }: Locked) =>
  status === "healthy" && missingSince === null && undecidedSince === null;

/** Whether nothing but its times changes, and there is nothing to tell. */
const isStillWell = ({ wasWell, snitch, tales, pauses }: Desk) =>
  wasWell && isWell(snitch) && tales.length === 0 && pauses.length === 0;

const withSnitches = (checkIns: CheckIn[], desks: Map<string, Desk>) =>
  checkIns.flatMap(({ id, at, token }) => {
    const desk = desks.get(token);
    return desk ? { id, at, snitchId: desk.snitch.id } : [];
  });

/** A snitch that is locked, as what was heard of it so far leaves it. */
type Desk = Written & { isChanged: boolean; wasWell: boolean };
type Heard = { answer: Recorded; row?: Row };

type Known = How & {
  /** Those that stand in the history already. */
  known: Set<string>;
  /** Whether another door may have heard what we did not. */
  inDoubt: boolean;
};

/** Applies one check-in to its snitch, in place: the next check-in of the batch sees what this one left. */
function hear(desk: Desk | undefined, checkIn: CheckIn, { promised, known, inDoubt }: Known): Heard {
  if (!desk) return { answer: { kind: "unknown" } };
  const allowance = allow(desk.snitch, checkIn.at);
  if (known.has(checkIn.id)) return { answer: { kind: "recorded", allowance } };
  if (!allowance.allowed && !promised) return refuse(desk, checkIn, allowance);

  if (mustWait(desk.snitch, checkIn.at, inDoubt))
    desk.snitch.undecidedSince = earlier(desk.snitch.undecidedSince, checkIn.at);
  else bringAbout(desk, checkIn);
  Object.assign(desk.snitch, allowance.counted);
  desk.isChanged = true;
  return {
    answer: { kind: "recorded", allowance },
    row: { checkIn, snitchId: desk.snitch.id, accepted: true },
  };
}

/** Whether it is for `catchUp` to say what a check-in means: it would tell of a miss that may be none, or follows one that waits. */
const mustWait = (snitch: Locked, at: Date, inDoubt: boolean) =>
  (snitch.undecidedSince !== null && at >= snitch.undecidedSince) || (inDoubt && isOverdue(snitch, at));

const earlier = (one: Date | null, other: Date) => (one && one < other ? one : other);

function refuse(desk: Desk, checkIn: CheckIn, allowance: Allowance): Heard {
  const answer = { kind: "limited", allowance } as const;
  const refusedMinute = minuteOfRefusal(desk.snitch.refusedMinute, checkIn.at);
  if (!refusedMinute) return { answer };
  desk.snitch.refusedMinute = refusedMinute;
  desk.isChanged = true;
  return { answer, row: { checkIn, snitchId: desk.snitch.id, accepted: false } };
}
